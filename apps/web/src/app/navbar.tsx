import { Link } from 'react-router';
import { useLiveConnection } from '../live/live-connection.ts';
import { useComuneName } from '../operations/comune-name.ts';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import logoStyles from '../ui/logo.module.css';
import { Logo } from '../ui/logo.tsx';
import { UserText } from '../ui/user-text.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import styles from './app-frame.module.css';
import { helpOpen } from './frame-keys.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The bar at the top of every page of the console. */
export function Navbar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const user = useCurrentUser().data;
  const comune = useComuneName();
  return (
    <header className={styles.navbar}>
      <button
        type="button"
        className={styles.iconButton}
        aria-label="Menu"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <Link className={logoStyles.brand} to="/dashboard">
        <Logo /> <span className={styles.brandWord}>Semaforo</span>
      </Link>
      {comune !== undefined && (
        <strong className={styles.comune}>
          <UserText>{comune}</UserText>
        </strong>
      )}
      <span className={styles.label}>MQTT Dashboard</span>
      <LiveChip />
      <button
        type="button"
        className={styles.iconButton}
        aria-label="Aiuto"
        onClick={() => helpOpen.set(true)}
      >
        <Icon name="help" />
      </button>
      <ThemeButton className={styles.iconButton} />
      <Link className={styles.user} to="/user" aria-label={`Profilo di ${user?.username ?? 'utente'}`}>
        <Icon name="user" />
        <span>{user?.username}</span>
      </Link>
    </header>
  );
}

function LiveChip() {
  const { connected } = useLiveConnection();
  return (
    <span className={`${styles.live} ${layoutStyles.push}`}>
      <i className={connected ? styles.dot : `${styles.dot} ${styles.dotOff}`} />
      {connected ? 'In diretta' : 'Non in diretta'}
    </span>
  );
}
