import { useNavigate } from 'react-router';
import { IdentityLogIn } from '../access/identity-log-in.tsx';
import { useIdentityName } from '../operations/identity-name.ts';
import { PublicLinks } from '../operations/public-links.tsx';
import { useSupportContact } from '../operations/support-contact.ts';
import { Logo } from '../ui/logo.tsx';
import { Panel } from '../ui/panel.tsx';
import { UserText } from '../ui/user-text.tsx';
import { EndedSessionNotice } from '../users/ended-session-notice.tsx';
import { LogInForm } from '../users/log-in-form.tsx';
import styles from './public.module.css';

/** The log-in page; it leads to the dashboard, or back to where the session ended. */
export function LogInScreen() {
  const navigate = useNavigate();
  const support = useSupportContact();
  const identity = useIdentityName();
  return (
    <div className={styles.login}>
      <div className={styles.loginSide} aria-hidden="true">
        <Logo large />
        <strong>Semaforo</strong>
        <span>Segnali di allerta meteo</span>
      </div>
      <Panel as="main" padded={false} className={styles.loginCard}>
        <div className={styles.loginLogo}>
          <Logo large />
          <h1>Benvenuto</h1>
        </div>
        <EndedSessionNotice />
        {identity !== null && (
          <IdentityLogIn name={identity} onLoggedIn={() => void navigate('/dashboard')} />
        )}
        <LogInForm isSecond={identity !== null} onLoggedIn={(path) => void navigate(path)} />
      </Panel>
      <footer className={styles.loginFoot}>
        {support && (
          <p>
            Non riesci a entrare? <UserText>{support}</UserText> Le lampade restano accese anche se non entri.
          </p>
        )}
        <PublicLinks />
      </footer>
    </div>
  );
}
