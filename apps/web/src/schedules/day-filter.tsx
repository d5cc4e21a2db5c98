import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type DayRange, NO_RANGE } from './schedule-lists.ts';
import styles from './schedules.module.css';

/** The range of days to show; it applies when both days are set. */
export function DayFilter({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) {
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
    </div>
  );
}
