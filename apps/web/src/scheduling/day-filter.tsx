import { counted } from '@semaforo/contract/domain/italian';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type DayRange, NO_RANGE } from './schedule-lists.ts';
import styles from './schedules.module.css';

type DayFilterProps = {
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** How many schedules it hides now. */
  hidden: number;
};

/** The range of days to show; it applies when both days are set. */
export function DayFilter({ range, onChange, hidden }: DayFilterProps) {
  const backwards = range.from !== '' && range.to !== '' && range.to < range.from;
  return (
    <div className={styles.dayFilter}>
      <TextInput
        label="Da:"
        type="date"
        value={range.from}
        onChange={(event) => onChange({ ...range, from: event.target.value })}
      />
      <TextInput
        label="A:"
        type="date"
        value={range.to}
        onChange={(event) => onChange({ ...range, to: event.target.value })}
      />
      <Button variant="outline" onClick={() => onChange(NO_RANGE)}>
        Reset
      </Button>
      <p className={styles.hidden} role="status">
        {backwards && <b>«Da» è dopo «A». </b>}
        {hidden > 0 && `${counted(hidden, ['nascosta dal filtro', 'nascoste dal filtro'])}.`}
      </p>
    </div>
  );
}
