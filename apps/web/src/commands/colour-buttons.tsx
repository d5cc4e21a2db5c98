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

type ColourButtonsProps = {
  /** While it is, a press does nothing. */
  locked: boolean;
  /** No device would be reached. */
  disabled?: boolean;
  /** The id of the sentence that says whom a press reaches, or why none can be made. */
  describedBy?: string;
  onPick: (colour: SignalColour) => void;
};

/** The four colours to choose from. */
export function ColourButtons({ locked, disabled = false, describedBy, onPick }: ColourButtonsProps) {
  return (
    <div className={styles.colours}>
      {SIGNAL_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className={`${buttonStyles.button} ${styles.lamp} ${FILLS[colour]}`}
          aria-disabled={locked}
          aria-describedby={describedBy}
          disabled={disabled}
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
