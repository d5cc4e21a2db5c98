import type { AuditSummary } from '@semaforo/contract/api/audit';
import { useEffect, useState } from 'react';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { OlderRows } from '../ui/older-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { Pill } from '../ui/pill.tsx';
import { useAudit, useAuditSummary } from './audit.queries.ts';
import { isFiltering, NO_FILTER } from './audit-filter.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { AuditTable } from './audit-table.tsx';

const TYPING_MS = 300;

/** The audit: who did what, when, from where and how it ended. Older rows load while the user scrolls. */
export function AuditView({ title }: { title: string }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const requested = useSettled(filter, TYPING_MS);
  const audit = useAudit(requested);
  const summary = useAuditSummary(requested);
  const entries = audit.data ?? [];

  return (
    <>
      <div className={layoutStyles.head}>
        <h1>{title}</h1>
        <p className="muted">ogni azione, anche rifiutata; nulla si cancella</p>
        {summary.data && (
          <span className={layoutStyles.push}>
            <ChainPill chain={summary.data.chain} />
          </span>
        )}
      </div>
      <AuditFilterBar filter={filter} summary={summary.data} onFilter={setFilter} />
      <Panel padded={false}>
        {audit.isPending && <Loading label="Lettura del registro" blocks={8} />}
        {audit.isLoadingError && (
          <FailedRead
            sentence="Il registro non si è caricato."
            retryLabel="Riprova"
            onRetry={() => void audit.refetch()}
          />
        )}
        {audit.isSuccess && entries.length === 0 && (
          <EmptyText>
            {isFiltering(requested) ? 'Nessuna riga per questo filtro.' : 'Nessuna azione registrata.'}
          </EmptyText>
        )}
        {entries.length > 0 && <AuditTable entries={entries} />}
        {audit.hasNextPage && (
          <OlderRows
            reading={audit.isFetchingNextPage}
            label="Mostra le precedenti"
            readingLabel="Lettura in corso…"
            onRead={() => void audit.fetchNextPage()}
          />
        )}
      </Panel>
    </>
  );
}

/** What the server's last check of the seals found, and when. */
function ChainPill({ chain }: { chain: AuditSummary['chain'] }) {
  if (chain.fault !== null) {
    return (
      <Pill kind="err" icon="alert">
        Registro manomesso: {chain.fault}
      </Pill>
    );
  }
  if (chain.checked_at === null) return <Pill kind="unknown">Catena non ancora controllata</Pill>;
  return (
    <Pill kind="ok" icon="shield">
      Catena intatta, {formatTimeOfDay(chain.checked_at).slice(0, 5)}
    </Pill>
  );
}

/** The value once it has not changed for that long (ms): what a person types is not asked for letter by letter. */
function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
