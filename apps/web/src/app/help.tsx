import { LEGEND } from '../lamps/legend.ts';
import { TrafficLight } from '../lamps/traffic-light.tsx';
import { useSupportContact } from '../operations/support-contact.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { shortcutsChoice } from '../platform/shortcuts.ts';
import { useStore } from '../platform/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './help.module.css';

const KEYS = [
  ['I', 'apre e chiude Imposta, sulla Dashboard'],
  ['P', 'apre e chiude Pianifica, sulla Dashboard'],
  ['/', 'va alla ricerca della pagina'],
  ['X', 'sceglie il semaforo su cui si è'],
  ['S', 'tace per 10 minuti, in Sala operativa'],
  ['D', 'apre i dettagli dell’allerta in corso, sulla Dashboard'],
  ['Ctrl K', 'cerca segnali, lanterne e pagine'],
  ['Esc', 'chiude ciò che è aperto'],
  ['?', 'mostra queste righe'],
] as const;

/** What the lamps mean, what the keys do and whether they do, the guide, and whom to ask. */
export function Help({ onClose }: { onClose: () => void }) {
  const on = useStore(shortcutsChoice) !== 'off';
  const support = useSupportContact();
  return (
    <Dialog wide title="Aiuto" onCancel={onClose} actions={<Button onClick={onClose}>Chiudi</Button>}>
      <p>
        <a href={`${BASE_PATH}/guida.html`} target="_blank" rel="noreferrer">
          Guida dell’operatore
        </a>
        {support && (
          <>
            {' '}
            · Assistenza: <UserText>{support}</UserText>
          </>
        )}
      </p>
      <h3 className={styles.title}>Che cosa vuol dire una lampada</h3>
      <ul className={styles.legend}>
        {LEGEND.map(({ words, means, view }) => (
          <li key={words}>
            <TrafficLight view={view} />
            <span>
              <b>{words}</b>: {means}
            </span>
          </li>
        ))}
      </ul>
      <h3 className={styles.title}>Scorciatoie da tastiera</h3>
      <dl className={styles.keys}>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">Non valgono mentre si scrive in un campo.</p>
      <SelectBox checked={on} onChange={() => shortcutsChoice.set(on ? 'off' : null)}>
        Scorciatoie attive
      </SelectBox>
    </Dialog>
  );
}
