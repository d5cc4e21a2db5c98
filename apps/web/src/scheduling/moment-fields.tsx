import fieldStyles from '../ui/field.module.css';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { MomentFields } from './plan-fields.ts';

const KINDS = [
  { value: 'ora', label: 'A un’ora' },
  { value: 'tramonto', label: 'Tramonto' },
  { value: 'alba', label: 'Alba' },
];
const NONE = { value: 'nessuna', label: 'Nessuna fine' };

type MomentInputProps = {
  label: string;
  moment: MomentFields;
  /** True when there may be none. */
  optional?: boolean;
  onChange: (moment: MomentFields) => void;
};

/** A time of day: an hour, or the sun and how many minutes later; before with a minus. */
export function MomentInput({ label, moment, optional = false, onChange }: MomentInputProps) {
  const { kind } = moment;
  return (
    <div className={fieldStyles.pair}>
      <Select
        label={label}
        options={optional ? [NONE, ...KINDS] : KINDS}
        value={kind}
        onChange={(event) => onChange({ ...moment, kind: event.currentTarget.value as MomentFields['kind'] })}
      />
      {kind === 'ora' && (
        <TextInput
          label={`${label}: ora`}
          type="time"
          required
          value={moment.time}
          onChange={(event) => onChange({ ...moment, time: event.currentTarget.value })}
        />
      )}
      {(kind === 'alba' || kind === 'tramonto') && (
        <TextInput
          label={`${label}: minuti dopo (prima con -)`}
          type="number"
          min={-180}
          max={180}
          value={moment.offset}
          onChange={(event) => onChange({ ...moment, offset: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
