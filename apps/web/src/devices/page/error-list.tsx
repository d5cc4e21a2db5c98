import type { DevicePast } from '@semaforo/contract/api/device-past';
import { shortDuration } from '@semaforo/contract/domain/italian';
import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import styles from './device-page.module.css';

/** The errors of a device, or the times in which it was out of sync, the newest first, each with how long it lasted. */
export function ErrorList({ errors }: { errors: DevicePast['errors'] }) {
  if (errors.length === 0) return <p className="muted">Nessun errore fra quelli conservati.</p>;
  return (
    <ul className={styles.errors}>
      {errors.map(({ id, reason, began_at: beganAt, ended_at: endedAt }) => (
        <li key={id}>
          <b>{reason}</b>
          <span className="small muted">
            {formatDateTime(beganAt)}
            {endedAt === null ? (
              <>
                {' '}
                · in corso, cominciato <Age since={beganAt} />
              </>
            ) : (
              ` · durato ${shortDuration(Date.parse(endedAt) - Date.parse(beganAt))}`
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
