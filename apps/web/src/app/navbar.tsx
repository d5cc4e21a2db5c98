import { Link } from 'react-router';
import { useLiveConnection } from '../live/live-connection.ts';
import { usePageChoice } from '../platform/page-choice.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import { darkTheme } from './theme.ts';

/** The bar on top of every page of the console. */
export function Navbar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const dark = usePageChoice(darkTheme);
  const user = useCurrentUser().data;
  return (
    <header className="navbar">
      <button
        type="button"
        className="navbar__btn"
        aria-label="Menu"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <Link className="brand" to="/dashboard">
        <Logo /> Semaforo
      </Link>
      <span className="navbar__label">MQTT Dashboard</span>
      <LiveChip />
      <button
        type="button"
        className="navbar__btn"
        aria-label="Tema sala operativa"
        aria-pressed={dark}
        onClick={darkTheme.toggle}
      >
        <Icon name="moon" />
      </button>
      <Link className="navbar__user" to="/user" aria-label={`Profilo di ${user?.username ?? 'utente'}`}>
        <Icon name="user" />
        <span>{user?.username}</span>
      </Link>
    </header>
  );
}

function LiveChip() {
  const { connected } = useLiveConnection();
  return (
    <span className="navbar__live push">
      <i className={connected ? 'livedot' : 'livedot livedot--off'} />
      {connected ? 'In diretta' : 'Non in diretta'}
    </span>
  );
}
