import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { Link } from 'react-router';
import { COLOR_LABELS } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { TrafficLight } from '../lamps/traffic-light.tsx';
import { FindComune } from '../operations/find-comune.tsx';
import { PublicLinks } from '../operations/public-links.tsx';
import buttonStyles from '../ui/button.module.css';
import logoStyles from '../ui/logo.module.css';
import { Logo } from '../ui/logo.tsx';
import styles from './public.module.css';

/** The public page: the purpose of the product, and a link to the log-in. */
export function HomeScreen() {
  return (
    <div className={styles.public}>
      <header className={styles.head}>
        <span className={logoStyles.brand}>
          <Logo /> Semaforo
        </span>
      </header>
      <main className={styles.hero}>
        <div className={styles.heroText}>
          <h1>Benvenuto in Semaforo</h1>
          <p>
            Semaforo aiuta i Comuni a gestire le allerte meteo nel proprio territorio: accende i segnali
            luminosi e mostra solo ciò che ogni segnale ha confermato.
          </p>
          <p>
            I cittadini ricevono avvisi in tempo reale, consultano mappe e bollettini e ottengono notifiche.
          </p>
          <FindComune />
          <Link className={buttonStyles.button} to="/login">
            Vai al Login
          </Link>
        </div>
        <div className={styles.heroSignal}>
          <TrafficLight />
          <ul>
            {SIGNAL_COLORS.toReversed().map((color) => (
              <li key={color}>
                <ColorMark color={color} large />
                {COLOR_LABELS[color]}
              </li>
            ))}
          </ul>
        </div>
      </main>
      <footer className={styles.foot}>
        <p>© 2024 Semaforo. Tutti i diritti riservati.</p>
        <PublicLinks />
      </footer>
    </div>
  );
}
