import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { Age } from '../platform/age.tsx';
import { formatDateTime } from '../platform/date-format.ts';
import layoutStyles from '../ui/layout.module.css';
import { Pill } from '../ui/pill.tsx';

const READ_EVERY_MS = 60_000;

/** When the last good backup was made, and what is wrong with backups, if something is. */
export function BackupLine() {
  const { data } = useQuery({
    queryKey: queryKeys.backups,
    queryFn: ({ signal }) => callRoute('getBackups', { signal }),
    refetchInterval: READ_EVERY_MS,
  });
  if (!data) return null;
  const { last, failure, schedule, stale } = data;
  return (
    <p className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
      <span>Copie di sicurezza:</span>
      {last === null ? (
        <Pill kind={stale ? 'err' : 'unknown'}>Nessuna ancora</Pill>
      ) : (
        <>
          <Pill kind={stale ? 'stale' : 'ok'}>{stale ? 'Non aggiornate' : 'Ultima riuscita'}</Pill>
          <span>
            {formatDateTime(last.at)}, <Age since={last.at} />
          </span>
        </>
      )}
      {failure !== null && (
        <>
          <Pill kind="err" icon="alert">
            Non riuscita
          </Pill>
          <span>{failure.reason}</span>
        </>
      )}
      {schedule === null && <span className="muted">Nessuna copia automatica: manca BACKUP_DIR.</span>}
    </p>
  );
}
