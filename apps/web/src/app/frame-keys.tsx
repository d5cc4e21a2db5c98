import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '../platform/shortcuts.ts';

const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts-help.tsx')).ShortcutsHelp,
}));

/** The keys that every screen has: '/' goes to its search, '?' says what the keys do. */
export function FrameKeys() {
  const [help, setHelp] = useState(false);
  useShortcuts((key) => {
    if (key === '?') setHelp(true);
    else if (key === '/') return goToSearch();
    return key === '?';
  });
  return (
    help && (
      <Suspense>
        <ShortcutsHelp onClose={() => setHelp(false)} />
      </Suspense>
    )
  );
}

function goToSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  return search !== null;
}
