import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import { useState } from 'react';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { COLOUR_LABELS } from '../lamps/colour-words.ts';
import buttonStyles from '../ui/button.module.css';
import styles from './colour-buttons.module.css';
import { HeldButton } from './held-button.tsx';

const FILLS: Record<SignalColour, string | undefined> = {
  verde: styles.verde,
  giallo: styles.giallo,
  arancio: styles.arancio,
  rosso: styles.rosso,
};

/** What a colour does that must be held, such as 'rosso su 12 semafori'; null for one that is picked by a press. */
export type HoldFor = (colour: SignalColour) => string | null;

type ColourButtonsProps = {
  /** While it is, a press does nothing. */
  locked: boolean;
  /** No device would be reached. */
  disabled?: boolean;
  /** The id of the sentence that says whom a press reaches, or why none can be made. */
  describedBy?: string;
  /** Without it every colour is picked by a press. */
  hold?: HoldFor | undefined;
  /** Two and two also where there is room. */
  narrow?: boolean;
  onPick: (colour: SignalColour) => void;
};

/** The four colours to choose from. */
export function ColourButtons(props: ColourButtonsProps) {
  const { locked, disabled = false, describedBy, hold, narrow = false, onPick } = props;
  const [hint, setHint] = useState('');
  return (
    <>
      <div className={styles.colours} data-narrow={narrow}>
        {SIGNAL_COLOURS.map((colour) => {
          const className = `${buttonStyles.button} ${styles.lamp} ${FILLS[colour]}`;
          const act = hold?.(colour) ?? null;
          return act === null ? (
            <button
              key={colour}
              type="button"
              className={className}
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
          ) : (
            <HeldButton
              key={colour}
              className={className}
              colour={colour}
              label={COLOUR_LABELS[colour]}
              act={act}
              locked={locked}
              disabled={disabled}
              describedBy={describedBy}
              onHint={setHint}
              onPick={() => onPick(colour)}
            >
              <ColourMark colour={colour} inverse />
            </HeldButton>
          );
        })}
      </div>
      {hold && (
        <p className="small muted" role="status">
          {hint}
        </p>
      )}
    </>
  );
}
