import type { StoredBulletinRecord } from '@semaforo/contract/api/bulletins';
import { formatDateTime } from '../platform/date-format.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { OlderRows } from '../ui/older-rows.tsx';
import { Pill } from '../ui/pill.tsx';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './bulletins.module.css';
import { useStoredBulletins } from './bulletins.queries.ts';

const COLUMNS = ['Emesso', 'Bollettino', 'Giorni', 'Ricevuto', 'Lettura'];

/** Every version of every bulletin that was received, newest first; for admins. */
export function StoredBulletins() {
  const bulletins = useStoredBulletins();
  if (bulletins.isPending) return <Loading label="Lettura dei bollettini" />;
  if (bulletins.isLoadingError) {
    return (
      <FailedRead
        sentence="I bollettini non si sono caricati."
        retryLabel="Riprova"
        onRetry={() => void bulletins.refetch()}
      />
    );
  }
  if (bulletins.data.length === 0) return <EmptyText>Nessun bollettino ricevuto.</EmptyText>;
  return (
    <>
      <Table caption="Bollettini ricevuti, tutte le versioni">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bulletins.data.map((bulletin) => (
            <BulletinRow key={bulletin.id} bulletin={bulletin} />
          ))}
        </tbody>
      </Table>
      {bulletins.hasNextPage && (
        <OlderRows
          reading={bulletins.isFetchingNextPage}
          label="Mostra i precedenti"
          readingLabel="Lettura in corso…"
          onRead={() => void bulletins.fetchNextPage()}
        />
      )}
    </>
  );
}

function BulletinRow({ bulletin }: { bulletin: StoredBulletinRecord }) {
  const { name, kind, issued_at: issuedAt, received_at: receivedAt, days, origin, fault, gaps } = bulletin;
  const faults = fault === null ? gaps : [fault];
  return (
    <tr>
      <td>{issuedAt === null ? '—' : formatDateTime(issuedAt)}</td>
      <td>
        <UserText>{name ?? 'Illeggibile'}</UserText>
        {kind !== null && kind !== 'first' && <span className="muted"> ({kind})</span>}
      </td>
      <td>{days.join(', ')}</td>
      <td>
        {formatDateTime(receivedAt)} {origin === 'mano' ? 'a mano' : 'dalla rete'}
      </td>
      <td>
        <ReadingPill fault={fault} gaps={gaps} />
        {faults.length > 0 && (
          <ul className={styles.faults}>
            {faults.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

function ReadingPill({ fault, gaps }: Pick<StoredBulletinRecord, 'fault' | 'gaps'>) {
  if (fault !== null) return <Pill kind="err">Non disponibile</Pill>;
  return gaps.length > 0 ? <Pill kind="unequal">Letto in parte</Pill> : <Pill kind="ok">Letto</Pill>;
}
