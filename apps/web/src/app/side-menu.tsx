import { type ComponentType, lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { logOut } from '../users/log-out.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { MENU, type MenuEntry } from './menu-items.ts';
import styles from './side-menu.module.css';
import { ThemeButton } from './theme-button.tsx';

/** What waits behind an entry, by its path; loaded after the first screen. */
const BADGES: Record<string, ComponentType> = {
  '/allarmi': lazy(async () => ({ default: (await import('../incidents/alarm-badge.tsx')).AlarmBadge })),
  '/allerte': lazy(async () => ({ default: (await import('../alerts/proposal-badge.tsx')).ProposalBadge })),
};

/** The main menu; admins see two more entries. `onLeave` is called when an entry is chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const admin = useCurrentUser().data?.role === 'admin';
  const entryLink = ({ to, label, icon }: MenuEntry) => {
    const Badge = BADGES[to];
    return (
      <NavLink key={to} to={to} onClick={onLeave}>
        <Icon name={icon} />
        {label}
        {Badge && (
          <Suspense fallback={null}>
            <Badge />
          </Suspense>
        )}
      </NavLink>
    );
  };
  return (
    <nav className={styles.menu} id="side-menu" aria-label="Menu principale">
      {MENU.filter(({ adminOnly }) => !adminOnly).map(entryLink)}
      {admin && (
        <>
          <hr />
          <p className={styles.groupLabel}>Amministrazione</p>
          {MENU.filter(({ adminOnly }) => adminOnly).map(entryLink)}
        </>
      )}
      <hr />
      <ThemeButton label="Tema scuro" inWords />
      <NavLink to="/login" onClick={logOut}>
        <Icon name="log-out" />
        Logout
      </NavLink>
    </nav>
  );
}
