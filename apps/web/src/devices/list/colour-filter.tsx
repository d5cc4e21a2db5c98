import { SIGNAL_STATUSES, type SignalStatus } from '@semaforo/contract/domain/signal-colour';
import fieldStyles from '../../ui/field.module.css';
import styles from './device-filter-bar.module.css';

type ColourFilterProps = { colour: SignalStatus | null; onColour: (colour: SignalStatus | null) => void };

/** Chooses the signals that show one colour; null is all. */
export function ColourFilter({ colour, onColour }: ColourFilterProps) {
  return (
    <select
      className={`${fieldStyles.input} ${styles.colour}`}
      aria-label="Mostra solo"
      value={colour ?? ''}
      onChange={({ target }) => onColour(SIGNAL_STATUSES.find((each) => each === target.value) ?? null)}
    >
      <option value="">Ogni colore</option>
      {SIGNAL_STATUSES.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}
