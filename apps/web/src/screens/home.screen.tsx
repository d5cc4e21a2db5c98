import { SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import { Link } from 'react-router';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { COLOUR_LABELS } from '../lamps/colour-words.ts';
import { TrafficLight } from '../lamps/traffic-light.tsx';
import { PublicLinks } from '../settings/public-links.tsx';
import '../ui/button.css';
import { Logo } from '../ui/logo.tsx';
import './public.css';

/** The public page: what the product is for, and the way to the log-in. */
export function HomeScreen() {
  return (
    <div className="public">
      <header className="pub-head">
        <span className="brand">
          <Logo /> Semaforo
        </span>
      </header>
      <main className="hero">
        <div className="hero__txt">
          <h1>Benvenuto in Semaforo</h1>
          <p>
            Semaforo aiuta i Comuni a gestire le allerte meteo nel proprio territorio: accende i segnali
            luminosi e mostra solo ciò che ogni segnale ha confermato.
          </p>
          <p>
            I cittadini ricevono avvisi in tempo reale, consultano mappe e bollettini e ottengono notifiche.
          </p>
          <Link className="btn" to="/login">
            Vai al Login
          </Link>
        </div>
        <div className="hero__sig">
          <TrafficLight />
          <ul>
            {SIGNAL_COLOURS.toReversed().map((colour) => (
              <li key={colour}>
                <ColourMark colour={colour} large />
                {COLOUR_LABELS[colour]}
              </li>
            ))}
          </ul>
        </div>
      </main>
      <footer className="pub-foot">
        <p>© 2024 Semaforo. Tutti i diritti riservati.</p>
        <PublicLinks />
      </footer>
    </div>
  );
}
