import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import '../ui/button.css';
import './colour-buttons.css';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { COLOUR_LABELS } from '../lamps/colour-words.ts';

/** The four colours to choose from; while locked a press does nothing. */
export function ColourButtons(props: { locked: boolean; onPick: (colour: SignalColour) => void }) {
  const { locked, onPick } = props;
  return (
    <div className="colours">
      {SIGNAL_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className={`btn btn--lamp btn--${colour}`}
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
