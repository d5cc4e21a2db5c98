import type { Schedule } from '@semaforo/contract/api/schedules';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { serverSentence } from '../api/failures.ts';
import { useTimeLeft } from '../platform/time-left.ts';
import { Alert } from '../ui/alert.tsx';
import { UndoLine } from '../ui/undo-line.tsx';
import { describeSchedule } from './describe-schedule.ts';
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
    <UndoLine
      icon="calendar"
      title="Pianificazione annullata"
      detail={`${describeSchedule(schedule)}, ${counted(schedule.total, DEVICE_LABELS[schedule.device_type])}`}
      undoLabel="Annulla l’eliminazione"
      left={left}
      busy={reviving.isPending}
      onUndo={() => reviving.mutate(schedule.id, { onSuccess: onDone })}
    />
  );
}
