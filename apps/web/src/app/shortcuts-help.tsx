import { shortcutsChoice } from '../platform/shortcuts.ts';
import { useStore } from '../platform/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import styles from './shortcuts-help.module.css';

const KEYS = [
  ['I', 'apre e chiude Imposta, sulla Dashboard'],
  ['P', 'apre e chiude Pianifica, sulla Dashboard'],
  ['/', 'va alla ricerca della pagina'],
  ['X', 'sceglie il semaforo su cui si è'],
  ['S', 'tace per 10 minuti, in Sala operativa'],
  ['Esc', 'chiude ciò che è aperto'],
  ['?', 'mostra queste righe'],
] as const;

/** Which single keys do what, and whether they do. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const on = useStore(shortcutsChoice) !== 'off';
  return (
    <Dialog
      title="Scorciatoie da tastiera"
      onCancel={onClose}
      actions={<Button onClick={onClose}>Chiudi</Button>}
    >
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
