import type { Schedule } from '@semaforo/contract/api/schedules';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Fold } from '../ui/fold.tsx';
import { Loading } from '../ui/loading.tsx';
import { PaddedPart, Panel } from '../ui/panel.tsx';
import { ActiveSchedules } from './active-schedules.tsx';
import { Calendar } from './calendar.tsx';
import { DayFilter } from './day-filter.tsx';
import { listSchedules, NO_RANGE } from './schedule-lists.ts';
import { describeOutcome, ScheduleOutcome } from './schedule-outcome.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import styles from './schedules.module.css';
import { useSchedules } from './schedules.queries.ts';

/** The active schedules, and how the past ones ended; `children`: what else is ahead, between the two. */
export function SchedulesView({ title, children }: { title: string; children?: ReactNode }) {
  const [range, setRange] = useState(NO_RANGE);
  const schedules = useSchedules();
  const lists = useMemo(
    () => schedules.data && listSchedules(schedules.data, range),
    [schedules.data, range],
  );

  return (
    <>
      <h1>{title}</h1>
      <DayFilter range={range} onChange={setRange} hidden={lists?.hidden ?? 0} />
      {schedules.isPending && <Loading label="Lettura delle pianificazioni" />}
      {schedules.isLoadingError && (
        <Panel padded={false}>
          <FailedRead
            sentence="Le pianificazioni non si sono caricate."
            retryLabel="Riprova"
            onRetry={() => void schedules.refetch()}
          />
        </Panel>
      )}
      {lists && (
        <Panel padded={false}>
          <ActiveSchedules schedules={lists.active} />
        </Panel>
      )}
      {schedules.data && (
        <Fold title="Calendario">
          <Calendar schedules={schedules.data} />
        </Fold>
      )}
      {children}
      {lists && <EndedSchedules ended={lists.ended} schedules={schedules} />}
    </>
  );
}

type EndedProps = { ended: readonly Schedule[]; schedules: ReturnType<typeof useSchedules> };

function EndedSchedules({ ended, schedules }: EndedProps) {
  return (
    <>
      <h2>Comandi Eseguiti</h2>
      <Panel padded={false}>
        {ended.length === 0 ? (
          <EmptyText>Nessun comando eseguito registrato.</EmptyText>
        ) : (
          <div className={styles.ended}>
            <ScheduleTable
              caption="Comandi eseguiti"
              schedules={ended}
              lastColumn={{
                heading: 'Esito',
                draw: (schedule) => <ScheduleOutcome schedule={schedule} />,
                text: describeOutcome,
              }}
            />
          </div>
        )}
        {schedules.hasNextPage && (
          <PaddedPart>
            <Button
              variant="outline"
              size="small"
              aria-disabled={schedules.isFetchingNextPage}
              onClick={() => {
                if (!schedules.isFetchingNextPage) void schedules.fetchNextPage();
              }}
            >
              {schedules.isFetchingNextPage ? 'Lettura in corso…' : 'Mostra i precedenti'}
            </Button>
          </PaddedPart>
        )}
      </Panel>
    </>
  );
}
