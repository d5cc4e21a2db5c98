import type { Schedule } from '@semaforo/contract/api/schedules';
import { useRef } from 'react';
import { serverSentence } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { Pill } from '../ui/pill.tsx';
import { confirmedInWords } from './confirmed-in-words.ts';
import { scheduleMoment } from './schedule-moment.ts';
import { ScheduleTable } from './schedule-table.tsx';
import styles from './schedules.module.css';
import { useDeleteSchedule } from './schedules.queries.ts';

/**
 * The active schedules, each with a button that cancels it. It then appears among the ended ones, as `annullata`. One
 * whose command is under way cannot be cancelled: it says how far it is.
 */
export function ActiveSchedules({ schedules }: { schedules: readonly Schedule[] }) {
  const deletion = useDeleteSchedule();
  const box = useRef<HTMLDivElement>(null);

  function remove(id: number) {
    if (deletion.isPending) return;
    const next = neighbourOf(id, schedules);
    deletion.mutate(id, {
      onSuccess: () =>
        (box.current?.querySelector<HTMLElement>(`[data-delete="${next}"]`) ?? box.current)?.focus(),
    });
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.active}>
      {deletion.error && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={() => deletion.reset()}>
          {serverSentence(deletion.error, 'Errore cancellazione pianificazione')}
        </Alert>
      )}
      {schedules.length === 0 ? (
        <EmptyText>Nessuna pianificazione attiva trovata.</EmptyText>
      ) : (
        <ScheduleTable
          caption="Pianificazioni attive"
          schedules={schedules}
          lastColumn={{
            heading: 'Azione',
            draw: (schedule) =>
              schedule.outcome === 'in corso' ? (
                <span className={styles.outcome}>
                  <Pill kind="wait">{underWayInWords(schedule)}</Pill>
                </span>
              ) : (
                <Button
                  variant="danger"
                  size="small"
                  data-delete={schedule.id}
                  aria-label={`Elimina ${inWords(schedule)}`}
                  aria-disabled={deletion.isPending}
                  onClick={() => remove(schedule.id)}
                >
                  Elimina
                </Button>
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
function underWayInWords(schedule: Schedule): string {
  return ['In corso', confirmedInWords(schedule)].filter(Boolean).join(', ');
}

function inWords({ color, execute_at }: Schedule): string {
  const { date, time } = scheduleMoment(execute_at);
  return `${color.toUpperCase()} del ${date}, ${time}`;
}
