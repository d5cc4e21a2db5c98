import { lazy, Suspense } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { logOut } from '../users/log-out.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { MENU, type MenuEntry } from './menu-items.ts';
import styles from './side-menu.module.css';

/** Loaded after the first screen. */
const AlarmBadge = lazy(async () => ({ default: (await import('../alarms/alarm-badge.tsx')).AlarmBadge }));

/** The main menu; admins see two more entries. `onLeave` is called when an entry is chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const admin = useCurrentUser().data?.role === 'admin';
  const entryLink = ({ to, label, icon }: MenuEntry) => (
    <NavLink key={to} to={to} onClick={onLeave}>
      <Icon name={icon} />
      {label}
      {to === '/allarmi' && (
        <Suspense fallback={null}>
          <AlarmBadge />
        </Suspense>
      )}
    </NavLink>
  );
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
      <NavLink to="/login" onClick={logOut}>
        <Icon name="log-out" />
        Logout
      </NavLink>
    </nav>
  );
}
