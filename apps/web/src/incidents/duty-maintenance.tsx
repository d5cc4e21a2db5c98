import { recurringInstant, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { type FormEvent, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { formatDateTime } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { useNow } from '../platform/use-now.ts';
import { Button } from '../ui/button.tsx';
import { MaintenanceTag } from '../ui/maintenance-tag.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { useAddMaintenance, useDuty, useEndMaintenance } from './alarms.queries.ts';

const STEP_MS = 10_000;
const USUAL_MS = 4 * 3_600_000;

/** The planned times in which alarms call no one; nothing where there is none. */
export function RunningMaintenance() {
  const now = useNow(STEP_MS);
  const planned = (useDuty().data?.maintenance ?? []).filter(({ to }) => Date.parse(to) > now);
  const { mutate, isPending, error } = useEndMaintenance();
  return (
    <>
      {planned.map(({ id, from, to, reason, author }) => (
        <p key={id} className={styles.maintenance}>
          <MaintenanceTag />
          <span>
            Dal {formatDateTime(from)} al <b>{formatDateTime(to)}</b> gli allarmi di dispositivi e sistema non
            chiamano nessuno: <UserText>{reason}</UserText> (<UserText>{author}</UserText>)
          </span>
          <Button variant="outline" aria-disabled={isPending} onClick={() => isPending || mutate(id)}>
            Termina
          </Button>
        </p>
      ))}
      {error && <p role="alert">{serverSentence(error, 'La manutenzione non è stata terminata')}</p>}
    </>
  );
}

/** Plans a time in which alarms call no one. */
export function MaintenanceForm() {
  const [fields, setFields] = useState(() => ({
    ...{ from: wallOf(serverNow()), to: wallOf(serverNow() + USUAL_MS), reason: '' },
  }));
  const { mutate, isPending, isSuccess, error } = useAddMaintenance();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [from, to] = [instantOf(fields.from), instantOf(fields.to)];
    if (!isPending) mutate({ from, to, reason: fields.reason });
  };
  const field = (name: keyof typeof fields, label: string, type = 'datetime-local') => (
    <TextInput
      {...{ label, type, required: true, value: fields[name] }}
      maxLength={type === 'text' ? 200 : undefined}
      onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className={styles.duty} onSubmit={submit}>
      <h2>Manutenzione pianificata</h2>
      <p className="muted">
        Gli allarmi restano visibili, ma non chiamano nessuno fino alla fine. L’acqua alta chiama sempre.
      </p>
      {field('from', 'Dalle')}
      {field('to', 'Alle')}
      {field('reason', 'Motivo', 'text')}
      <div className={styles.acts}>
        <Button type="submit" variant="outline" aria-disabled={isPending}>
          Pianifica
        </Button>
      </div>
      {error && <p role="alert">{serverSentence(error, 'La manutenzione non è stata pianificata')}</p>}
      {isSuccess && <p role="status">Manutenzione pianificata.</p>}
    </form>
  );
}

/** Rome's day and time as a field for both has them: `2026-11-22T18:30`. */
function wallOf(instant: number): string {
  const { date, time } = romeWallTime(instant);
  return `${date}T${time.slice(0, 5)}`;
}

function instantOf(wall: string): string {
  const [day = '', time = ''] = wall.split('T');
  return new Date(recurringInstant(day, time).at).toISOString();
}
