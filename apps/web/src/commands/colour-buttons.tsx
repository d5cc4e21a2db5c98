import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { COLOUR_LABELS } from '../lamps/colour-words.ts';
import buttonStyles from '../ui/button.module.css';
import styles from './colour-buttons.module.css';

const FILLS: Record<SignalColour, string | undefined> = {
  verde: styles.verde,
  giallo: styles.giallo,
  arancio: styles.arancio,
  rosso: styles.rosso,
};

/** The four colours to choose from. While `locked` a press does nothing. */
export function ColourButtons(props: { locked: boolean; onPick: (colour: SignalColour) => void }) {
  const { locked, onPick } = props;
  return (
    <div className={styles.colours}>
      {SIGNAL_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className={`${buttonStyles.button} ${styles.lamp} ${FILLS[colour]}`}
          aria-disabled={locked}
          onClick={() => {
            if (!locked) onPick(colour);
          }}
        >
          <ColourMark colour={colour} inverse />
          {COLOUR_LABELS[colour]}
        </button>
      ))}
    </div>
  );
}
