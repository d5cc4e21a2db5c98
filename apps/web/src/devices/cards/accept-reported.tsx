import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { Button } from '../../ui/button.tsx';
import styles from './out-of-sync.module.css';
import { useAcceptReported } from './use-accept-reported.ts';

/**
 * The button that accepts what the device shows in place of what was asked of it, and why that did not succeed.
 * `headingId`: the heading that names the device, which has the focus once the button is gone.
 */
export function AcceptReported({ device, headingId }: { device: DeviceStatusRecord; headingId: string }) {
  const toHeading = () => document.getElementById(headingId)?.focus();
  const { accept, isAccepting, failure } = useAcceptReported(device, toHeading);
  return (
    <div className={styles.accept}>
      <Button
        variant="link"
        aria-disabled={isAccepting}
        aria-describedby={headingId}
        onClick={() => {
          if (!isAccepting) accept();
        }}
      >
        Accetta ciò che mostra
      </Button>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
