import { WEEKDAYS } from '@semaforo/contract/domain/plan-rules';
import { Chip } from '../ui/chip.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { DateList } from './date-list.tsx';
import { WEEKDAY_LABELS } from './describe-plan.ts';
import type { PlanFields } from './plan-fields.ts';
import styles from './plans.module.css';

const REPEATS = [
  { repeat: 'giorno', label: 'Ogni giorno' },
  { repeat: 'settimana', label: 'Ogni settimana' },
  { repeat: 'date', label: 'Per data' },
] as const;

type RepeatFieldsProps = { fields: PlanFields; onChange: (change: Partial<PlanFields>) => void };

/** How a plan repeats. */
export function RepeatFields({ fields, onChange }: RepeatFieldsProps) {
  const { repeat, every, days, dates } = fields;
  return (
    <>
      <fieldset className={styles.chips}>
        <legend>Si ripete</legend>
        {REPEATS.map((one) => (
          <Chip
            key={one.repeat}
            pressed={repeat === one.repeat}
            onClick={() => onChange({ repeat: one.repeat })}
          >
            {one.label}
          </Chip>
        ))}
      </fieldset>
      {repeat === 'settimana' && (
        <fieldset className={styles.chips}>
          <legend>Giorni</legend>
          {WEEKDAYS.map((day) => (
            <Chip
              key={day}
              pressed={days.includes(day)}
              onClick={() =>
                onChange({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })
              }
            >
              {WEEKDAY_LABELS[day]}
            </Chip>
          ))}
        </fieldset>
      )}
      {repeat === 'date' ? (
        <DateList
          label="Date"
          addLabel="Data"
          dates={dates}
          onChange={(chosen) => onChange({ dates: chosen })}
        />
      ) : (
        <TextInput
          label={repeat === 'giorno' ? 'Ogni quanti giorni' : 'Ogni quante settimane'}
          type="number"
          min={1}
          max={52}
          required
          value={every}
          onChange={(event) => onChange({ every: event.currentTarget.value })}
        />
      )}
    </>
  );
}
