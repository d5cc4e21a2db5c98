import { SelectBox } from '../../ui/select-box.tsx';
import styles from './device-card.module.css';

/** How a card is ticked; a card without it cannot be. */
export type CardSelection = { selected: boolean; onSelect: (deviceId: number) => void };

/** The box in the corner of a card. */
export function CardSelectBox(props: {
  deviceId: number;
  label: string;
  selected: boolean;
  onSelect: CardSelection['onSelect'];
}) {
  const { deviceId, label, selected, onSelect } = props;
  return (
    <span className={styles.select}>
      <SelectBox label={`Seleziona ${label}`} checked={selected} onChange={() => onSelect(deviceId)} />
    </span>
  );
}
