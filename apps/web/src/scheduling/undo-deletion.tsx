import type { Schedule } from '@semaforo/contract/api/schedules';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { serverSentence } from '../api/failures.ts';
import { useTimeLeft } from '../platform/time-left.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { describeSchedule } from './describe-schedule.ts';
import styles from './schedules.module.css';
import { useReviveSchedule } from './schedules.queries.ts';

/** The server takes it back a little longer. */
const UNDO_WITHIN_MS = 10_000;

type UndoDeletionProps = {
  /** As it was before it was cancelled. */
  schedule: Schedule;
  /** By the server's clock (epoch ms). */
  deletedAt: number;
  onDone: () => void;
};

/** Says that a schedule was cancelled, and takes it back within seconds; nothing once the time is over. */
export function UndoDeletion({ schedule, deletedAt, onDone }: UndoDeletionProps) {
  const until = Math.min(deletedAt + UNDO_WITHIN_MS, Date.parse(schedule.execute_at));
  const left = useTimeLeft(until, UNDO_WITHIN_MS);
  const reviving = useReviveSchedule();
  if (reviving.error) {
    return (
      <Alert kind="danger" closeLabel="Chiudi" onClose={onDone}>
        {serverSentence(reviving.error, 'L’eliminazione non è stata annullata')}
      </Alert>
    );
  }
  if (left === null) return null;
  return (
    <div className={styles.undo} role="status">
      <Icon name="calendar" />
      <p>
        <b>Pianificazione annullata</b>
        <span className="small muted">
          {describeSchedule(schedule)}, {counted(schedule.total, DEVICE_LABELS[schedule.device_type])}
        </span>
      </p>
      <Button
        variant="outline"
        size="small"
        aria-disabled={reviving.isPending}
        onClick={() => {
          if (!reviving.isPending) reviving.mutate(schedule.id, { onSuccess: onDone });
        }}
      >
        <Icon name="undo" small />
        Annulla l’eliminazione{' '}
        <span className="muted" aria-hidden="true">
          {Number(left.split(':')[1])} s
        </span>
      </Button>
    </div>
  );
}
