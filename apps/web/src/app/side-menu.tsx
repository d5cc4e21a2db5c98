import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { logOut } from '../users/log-out.ts';
import { useCurrentUser } from '../users/use-current-user.ts';
import { MENU } from './menu-items.ts';
import './side-menu.css';

/** The main menu; admins see two entries more. `onLeave` is called when an entry is chosen. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const admin = useCurrentUser().data?.role === 'admin';
  const entries = MENU.filter((entry) => admin || entry.adminOnly !== true);
  return (
    <nav className="side" id="side-menu" aria-label="Menu principale">
      {entries.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} onClick={onLeave}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
      <hr />
      <NavLink to="/login" onClick={logOut}>
        <Icon name="log-out" />
        Logout
      </NavLink>
    </nav>
  );
}
