import { lazy, Suspense, useEffect, useState } from 'react';
import { useShortcuts } from '../platform/shortcuts.ts';
import { createStore, useStore } from '../platform/store.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { MENU } from './menu-items.ts';

const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }));
const SearchDialog = lazy(async () => ({
  default: (await import('../search/search-dialog.tsx')).SearchDialog,
}));

/** Whether the help is open: the bar has a button for it, too. */
export const helpOpen = createStore(false);

/** The keys that every screen has: '/' goes to its search, or to the one of all, as Ctrl-K does; '?' opens the help. */
export function FrameKeys() {
  const help = useStore(helpOpen);
  const [searching, setSearching] = useState(false);
  const isAdmin = useCurrentUser().data?.role === 'admin';
  useShortcuts((key) => {
    if (key === '?') helpOpen.set(true);
    else if (key === '/') goToSearch() || setSearching(true);
    else return false;
    return true;
  });
  useCtrlK(() => setSearching(true));
  const screens = MENU.filter(({ group, logsOut }) => !logsOut && (isAdmin || group !== 'administration'));
  return (
    <Suspense>
      {help && <Help onClose={() => helpOpen.set(false)} />}
      {searching && (
        <SearchDialog
          screens={screens.map(({ label, to }) => ({ label, path: to, kind: 'pagina' }))}
          onClose={() => setSearching(false)}
        />
      )}
    </Suspense>
  );
}

/** Also where the single keys are turned off: with Ctrl it is not one. */
function useCtrlK(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

function goToSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  return search !== null;
}
