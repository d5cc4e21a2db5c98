import { SIGNAL_STATUSES, type SignalStatus } from '@semaforo/contract/domain/signal-color';
import fieldStyles from '../../ui/field.module.css';
import styles from './device-filter-bar.module.css';

type ColorFilterProps = { color: SignalStatus | null; onColor: (color: SignalStatus | null) => void };

/** Chooses the signals that show one color; null is all. */
export function ColorFilter({ color, onColor }: ColorFilterProps) {
  return (
    <select
      className={`${fieldStyles.input} ${styles.color}`}
      aria-label="Mostra solo"
      value={color ?? ''}
      onChange={({ target }) => onColor(SIGNAL_STATUSES.find((each) => each === target.value) ?? null)}
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
