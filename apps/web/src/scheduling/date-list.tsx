import { useState } from 'react';
import { formatDay } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { TextInput } from '../ui/text-input.tsx';
import styles from './plans.module.css';

type DateListProps = {
  label: string;
  addLabel: string;
  dates: readonly string[];
  onChange: (dates: string[]) => void;
};

/** Dates, each to be taken out again by a press. */
export function DateList({ label, addLabel, dates, onChange }: DateListProps) {
  const [date, setDate] = useState('');
  return (
    <fieldset className={styles.dates}>
      <legend>{label}</legend>
      <div className={styles.adding}>
        <TextInput
          label={addLabel}
          type="date"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <Button
          variant="outline"
          onClick={() => {
            if (date === '' || dates.includes(date)) return;
            onChange([...dates, date].sort());
            setDate('');
          }}
        >
          Aggiungi
        </Button>
      </div>
      {dates.length > 0 && (
        <div className={styles.chips}>
          {dates.map((one) => (
            <Chip key={one} onClick={() => onChange(dates.filter((other) => other !== one))}>
              {formatDay(one)} <span aria-hidden="true">×</span>
              <span className="sr">, togli</span>
            </Chip>
          ))}
        </div>
      )}
    </fieldset>
  );
}
