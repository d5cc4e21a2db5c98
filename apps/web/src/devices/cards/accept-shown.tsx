import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { Button } from '../../ui/button.tsx';
import styles from './differs.module.css';
import { useAcceptShown } from './use-accept-shown.ts';

/** The button that accepts what the device shows in place of what was asked of it, and why that did not succeed. */
export function AcceptShown({ device }: { device: DeviceStatusRecord }) {
  const { accept, isAccepting, failure } = useAcceptShown(device);
  return (
    <div className={styles.accept}>
      <Button
        variant="link"
        aria-disabled={isAccepting}
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
