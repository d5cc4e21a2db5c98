import { formatOthers } from '@semaforo/contract/domain/italian';
import { UserTextList } from '../ui/user-text-list.tsx';
import type { Share } from './command-shares.ts';
import { failuresByReason } from './describe-progress.ts';
import styles from './strip.module.css';

const NAMES_IN_FULL = 5;

/** The alert that names the devices which did not confirm, five in full. */
export function FailedDevices({ failed }: { failed: readonly Share[] }) {
  if (failed.length === 0) return null;
  return (
    <p className={styles.failed} role="alert">
      Dispositivi in errore:{' '}
      <b>
        <Names devices={failed.map(({ device }) => device)} />
      </b>
    </p>
  );
}

/** Why they did not, by reason, and all their names. */
export function FailureReasons({ failed }: { failed: readonly Share[] }) {
  if (failed.length === 0) return null;
  const names = failed.map(({ device }) => device);
  const others = names.slice(NAMES_IN_FULL);
  const reasons = failuresByReason(failed);
  return (
    <div className={styles.failures}>
      {reasons.map(({ reason, devices }) => (
        <p key={reason}>
          {reason}: <Names devices={devices} />
        </p>
      ))}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>… e {formatOthers(others.length)}</summary>
          <UserTextList texts={others} />
        </details>
      )}
    </div>
  );
}

function Names({ devices }: { devices: readonly string[] }) {
  const others = devices.length - NAMES_IN_FULL;
  return (
    <>
      <UserTextList texts={devices.slice(0, NAMES_IN_FULL)} />
      {others > 0 && ` … e ${formatOthers(others)}`}
    </>
  );
}
