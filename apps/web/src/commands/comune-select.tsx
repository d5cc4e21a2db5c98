import { useId } from 'react';
import fieldStyles from '../ui/field.module.css';
import styles from './groups.module.css';

/** Narrows a screen to one Comune; null is all. */
export function ComuneSelect(props: {
  comuni: readonly { id: number; username: string }[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const { comuni, chosen, onChoose } = props;
  const id = useId();
  return (
    <div className={styles.scope}>
      <label htmlFor={id} className="sr">
        Comune
      </label>
      <select
        id={id}
        className={fieldStyles.input}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Tutti i Comuni ({comuni.length})</option>
        {comuni.map((comune) => (
          <option key={comune.id} value={comune.id}>
            {comune.username}
          </option>
        ))}
      </select>
    </div>
  );
}
