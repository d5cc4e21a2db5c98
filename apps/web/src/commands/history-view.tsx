import { wholeNumber } from '@semaforo/contract/domain/italian';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { OlderRows } from '../ui/older-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { useHistory } from './history.queries.ts';
import { countByColor } from './history-counts.ts';
import { HistoryDetailTable } from './history-detail-table.tsx';
import { HistoryFigures } from './history-figures.tsx';
import { HistoryGroupedTable } from './history-grouped-table.tsx';

/**
 * The command history: the counts per color, then the commands one by one or grouped. Older commands load while the
 * user scrolls.
 */
export function HistoryView({ title }: { title: string }) {
  const [grouped, setGrouped] = useState(false);
  const history = useHistory();
  const records = useMemo(() => history.data ?? [], [history.data]);
  const counts = useMemo(() => countByColor(records), [records]);
  const HistoryTable = grouped ? HistoryGroupedTable : HistoryDetailTable;

  return (
    <>
      <div className={layoutStyles.head}>
        <h1>{title}</h1>
        <span className={`${layoutStyles.row} ${layoutStyles.wrap} ${layoutStyles.push}`}>
          <ButtonLink to="/history/giorno" variant="outline">
            Foglio del giorno
          </ButtonLink>
          <Button variant="outline" onClick={() => setGrouped(!grouped)}>
            {grouped ? 'Mostra Dettagli' : 'Raggruppa'}
          </Button>
        </span>
      </div>
      {history.data !== undefined && (
        <HistoryFigures
          counts={counts}
          note={history.hasNextPage ? `Negli ultimi ${wholeNumber(records.length)} comandi` : undefined}
        />
      )}
      <Panel padded={false}>
        {history.isPending && <Loading label="Lettura dello storico" blocks={8} />}
        {history.isLoadingError && (
          <FailedRead
            sentence="Lo storico non si è caricato."
            retryLabel="Riprova"
            onRetry={() => void history.refetch()}
          />
        )}
        {history.isSuccess && records.length === 0 && (
          <EmptyText next="I comandi si danno dalla Dashboard, con Imposta.">
            Nessun comando registrato.
          </EmptyText>
        )}
        {records.length > 0 && <HistoryTable records={records} />}
        {history.hasNextPage && (
          <OlderRows
            reading={history.isFetchingNextPage}
            label="Mostra i precedenti"
            readingLabel="Lettura in corso…"
            onRead={() => void history.fetchNextPage()}
          />
        )}
      </Panel>
    </>
  );
}
