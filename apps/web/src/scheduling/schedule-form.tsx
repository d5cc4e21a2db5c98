import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { acceptScheduleTime } from '@semaforo/contract/domain/schedule-rules';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import type { TargetSelector } from '@semaforo/contract/domain/targets';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { serverSentence } from '../api/failures.ts';
import { readAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { plannedMoment } from './planned-moment.ts';
import styles from './schedule-form.module.css';
import { lastDayToPlan, writtenMoment } from './schedule-moment.ts';
import { useCreateSchedule } from './schedules.queries.ts';
import { useRomeMinute } from './use-rome-minute.ts';

type ScheduleFields = { color: SignalColor; date: string; time: string };

const COLORS = SIGNAL_COLORS.map((color) => ({ value: color, label: color }));

type ScheduleFormProps = {
  /** What the schedule names. */
  whom: TargetSelector;
  /** How many signals it reaches now. */
  reached: number;
  /** The id of the sentence that says whom the schedule reaches. */
  describedBy: string;
  /** Sends what was filled in, perhaps after a question. */
  onSend: (color: SignalColor, send: () => void) => void;
  onScheduled: () => void;
  onCancel: () => void;
};

/**
 * Plans a color for the chosen signals at a date and time of Rome. A time that is past by the server's clock is not
 * sent.
 */
export function ScheduleForm({
  whom,
  reached,
  describedBy,
  onSend,
  onScheduled,
  onCancel,
}: ScheduleFormProps) {
  const { register, handleSubmit, control } = useForm<ScheduleFields>({
    defaultValues: { color: 'verde', date: '', time: '' },
  });
  const date = useWatch({ control, name: 'date' });
  const { today, minute } = useRomeMinute();
  const time = useWatch({ control, name: 'time' });
  const [failure, setFailure] = useState<string>();
  const [pressed, setPressed] = useState(false);
  const missing = { date: pressed && date === '', time: pressed && time === '' };
  const moment = plannedMoment(date, time, serverNow());
  const creating = useCreateSchedule();

  const submit = handleSubmit((fields) => {
    setPressed(true);
    if (readAccessToken() === null || fields.date === '' || fields.time === '' || creating.isPending) return;
    const datetime = writtenMoment(fields.date, fields.time);
    const accepted = acceptScheduleTime(datetime, serverNow());
    if (!accepted.accepted && accepted.reason === 'not-future') {
      setFailure('La data e ora devono essere nel futuro');
      return;
    }
    setFailure(undefined);
    onSend(fields.color, () =>
      creating.mutate(
        { color: fields.color, datetime, device_type: 'semaforo', ...whom },
        {
          onSuccess: onScheduled,
          onError: (error) => setFailure(serverSentence(error, 'Errore nella pianificazione')),
        },
      ),
    );
  });

  return (
    <form
      className={fieldStyles.form}
      aria-label="Pianifica"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {failure !== undefined && (
        <Alert kind="danger" closeLabel="Chiudi l’avviso" onClose={() => setFailure(undefined)}>
          {failure}
        </Alert>
      )}
      <div className={styles.form}>
        <Select label="Colore" options={COLORS} {...register('color')} required />
        <div className={fieldStyles.pair}>
          <TextInput
            label="Giorno"
            type="date"
            min={today}
            max={lastDayToPlan(today)}
            {...register('date')}
            error={missing.date ? 'Scegli il giorno.' : undefined}
            required
          />
          <TextInput
            label="Ora"
            type="time"
            min={date === today ? minute : undefined}
            {...register('time')}
            error={missing.time ? 'Scegli l’ora.' : undefined}
            required
          />
        </div>
        <p className={styles.moment} data-refused={moment?.refused} role="status">
          {moment &&
            [moment.words, !moment.refused && counted(reached, DEVICE_LABELS.semaforo)]
              .filter(Boolean)
              .join(', ')}
        </p>
        <div className={`${fieldStyles.pair} ${styles.acts}`}>
          <Button
            type="submit"
            disabled={reached === 0}
            aria-disabled={creating.isPending}
            aria-describedby={describedBy}
          >
            Conferma
          </Button>
          <Button variant="outline" onClick={onCancel}>
            Annulla
          </Button>
        </div>
      </div>
    </form>
  );
}
