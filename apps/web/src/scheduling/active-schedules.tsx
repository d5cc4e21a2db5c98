import type { Schedule } from '@semaforo/contract/api/schedules';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { useRef, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Alert } from '../ui/alert.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { Pill } from '../ui/pill.tsx';
import { describeConfirmed } from './describe-confirmed.ts';
import { describeSchedule } from './describe-schedule.ts';
import { ScheduleTable } from './schedule-table.tsx';
import styles from './schedules.module.css';
import { useDeleteSchedule } from './schedules.queries.ts';
import { UndoDeletion } from './undo-deletion.tsx';

/**
 * The active schedules, each with a button that asks and cancels it. It then appears among the ended ones, as
 * `annullata`, and for some seconds that can be taken back. One whose command is under way cannot be cancelled: it says
 * how far it is.
 */
export function ActiveSchedules({ schedules }: { schedules: readonly Schedule[] }) {
  const deletion = useDeleteSchedule();
  const box = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<{ schedule: Schedule; deletedAt: number }>();

  function remove(schedule: Schedule) {
    if (deletion.isPending) return;
    const next = neighbourOf(schedule.id, schedules);
    deletion.mutate(schedule.id, {
      onSuccess: () => {
        setDeleted({ schedule, deletedAt: serverNow() });
        (box.current?.querySelector<HTMLElement>(`[data-delete="${next}"]`) ?? box.current)?.focus();
      },
    });
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.active}>
      {deletion.error && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={() => deletion.reset()}>
          {serverSentence(deletion.error, 'Errore cancellazione pianificazione')}
        </Alert>
      )}
      {deleted && (
        <UndoDeletion key={deleted.schedule.id} {...deleted} onDone={() => setDeleted(undefined)} />
      )}
      {schedules.length === 0 ? (
        <EmptyText next="Si pianifica dalla Dashboard, con Pianifica.">
          Nessuna pianificazione attiva trovata.
        </EmptyText>
      ) : (
        <ScheduleTable
          caption="Pianificazioni attive"
          schedules={schedules}
          lastColumn={{
            heading: 'Azione',
            draw: (schedule) =>
              schedule.outcome === 'in corso' ? (
                <span className={styles.outcome}>
                  <Pill kind="wait">{describeUnderWay(schedule)}</Pill>
                </span>
              ) : (
                <ConfirmButton
                  variant="danger"
                  size="small"
                  data-delete={schedule.id}
                  aria-label={`Elimina ${describeSchedule(schedule)}`}
                  label="Elimina"
                  busy={deletion.isPending}
                  question="Confermi eliminazione pianificazione?"
                  confirmLabel="Elimina"
                  cancelLabel="Annulla"
                  onConfirm={() => remove(schedule)}
                >
                  <p>
                    {describeSchedule(schedule)}
                    {schedule.total > 0 &&
                      `, ${counted(schedule.total, DEVICE_LABELS[schedule.device_type])}`}
                  </p>
                </ConfirmButton>
              ),
          }}
        />
      )}
    </div>
  );
}

/** The schedule that gets the focus after a deletion: the next one, or the one before at the end of the list. */
function neighbourOf(id: number, schedules: readonly Schedule[]): number | undefined {
  const index = schedules.findIndex((schedule) => schedule.id === id);
  return (schedules[index + 1] ?? schedules[index - 1])?.id;
}

/** 'In corso, 3/12 confermati'. */
function describeUnderWay(schedule: Schedule): string {
  return ['In corso', describeConfirmed(schedule)].filter(Boolean).join(', ');
}
