import { type ComponentType, lazy, Suspense, useId } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { logOut } from '../users/log-out.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { MENU, type MenuEntry } from './menu-items.ts';
import styles from './side-menu.module.css';

/** What waits behind an entry, by its path; loaded after the first screen. */
const BADGES: Record<string, ComponentType> = {
  '/allarmi': lazy(async () => ({ default: (await import('../incidents/alarm-badge.tsx')).AlarmBadge })),
  '/allerte': lazy(async () => ({ default: (await import('../alerts/proposal-badge.tsx')).ProposalBadge })),
};

/** The main menu: the screens, their administration for admins, and at the foot what is one's own. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const admin = useCurrentUser().data?.role === 'admin';
  const titleId = useId();
  const entriesOf = (group: MenuEntry['group']) =>
    MENU.filter((entry) => entry.group === group).map((entry) => (
      <EntryLink key={entry.to} entry={entry} onLeave={onLeave} />
    ));
  return (
    <nav className={styles.menu} id="side-menu" aria-label="Menu principale">
      {entriesOf('console')}
      {admin && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
        <div role="group" aria-labelledby={titleId} className={styles.group}>
          <p id={titleId} className={styles.groupTitle}>
            Amministrazione
          </p>
          {entriesOf('administration')}
        </div>
      )}
      <div className={styles.foot}>{entriesOf('own')}</div>
    </nav>
  );
}

function EntryLink({ entry, onLeave }: { entry: MenuEntry; onLeave: (() => void) | undefined }) {
  const { to, label, icon, logsOut } = entry;
  const Badge = BADGES[to];
  return (
    <NavLink to={to} onClick={logsOut ? logOut : onLeave}>
      <Icon name={icon} />
      {label}
      {Badge && (
        <Suspense fallback={null}>
          <Badge />
        </Suspense>
      )}
    </NavLink>
  );
}
