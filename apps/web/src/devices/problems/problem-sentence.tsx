import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { describeOutOfSync } from '@semaforo/contract/domain/describe-out-of-sync';
import { SilentFor } from '../../lamps/silent-for.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import { serverNow } from '../../platform/server-clock.ts';
import styles from './problems.module.css';

/** What is wrong with a device: the reason of its error, what was asked and what it shows instead, or both. */
export function ProblemWords({ device, view }: { device: DeviceStatusRecord; view: ViewState }) {
  const isError = view.kind === 'error';
  return (
    <>
      {isError && <span className={styles.why}>{device.error_reason ?? 'ERRORE'}</span>}
      {view.kind === 'stale' && <span>Non aggiornato, ultimo stato noto {view.words}</span>}
      {view.silentSince !== null && (
        <span>
          <SilentFor since={view.silentSince} />, ultimo stato noto {view.words ?? 'nessuno'}
        </span>
      )}
      {view.outOfSync && (
        <span className={styles.outOfSync}>
          {describeOutOfSync({ desired: device.desired, words: view.words }, serverNow())}
        </span>
      )}
    </>
  );
}
