import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { useState } from 'react';
import { COLOR_LABELS } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import buttonStyles from '../ui/button.module.css';
import styles from './color-buttons.module.css';
import { HeldButton } from './held-button.tsx';

const FILLS: Record<SignalColor, string | undefined> = {
  verde: styles.verde,
  giallo: styles.giallo,
  arancio: styles.arancio,
  rosso: styles.rosso,
};

/** What a color does that must be held, such as 'rosso su 12 semafori'; null for one that is picked by a press. */
export type HoldFor = (color: SignalColor) => string | null;

type ColorButtonsProps = {
  /** While it is, a press does nothing. */
  locked: boolean;
  /** No device would be reached. */
  disabled?: boolean;
  /** The id of the sentence that says whom a press reaches, or why none can be made. */
  describedBy?: string;
  /** Without it every color is picked by a press. */
  hold?: HoldFor | undefined;
  /** Two and two also where there is room. */
  narrow?: boolean;
  onPick: (color: SignalColor) => void;
};

/** The four colors to choose from. */
export function ColorButtons(props: ColorButtonsProps) {
  const { locked, disabled = false, describedBy, hold, narrow = false, onPick } = props;
  const [hint, setHint] = useState('');
  return (
    <>
      <div className={styles.colors} data-narrow={narrow}>
        {SIGNAL_COLORS.map((color) => {
          const className = `${buttonStyles.button} ${styles.lamp} ${FILLS[color]}`;
          const act = hold?.(color) ?? null;
          return act === null ? (
            <button
              key={color}
              type="button"
              className={className}
              aria-disabled={locked}
              aria-describedby={describedBy}
              disabled={disabled}
              onClick={() => {
                if (!locked) onPick(color);
              }}
            >
              <ColorMark color={color} inverse />
              {COLOR_LABELS[color]}
            </button>
          ) : (
            <HeldButton
              key={color}
              className={className}
              color={color}
              label={COLOR_LABELS[color]}
              act={act}
              locked={locked}
              disabled={disabled}
              describedBy={describedBy}
              onHint={setHint}
              onPick={() => onPick(color)}
            >
              <ColorMark color={color} inverse />
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
