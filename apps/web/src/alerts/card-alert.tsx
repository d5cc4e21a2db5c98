import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { serverSentence } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { useDecideAlert } from './alerts.queries.ts';
import styles from './card-alert.module.css';
import type { CardAlertNote } from './card-alert-notes.ts';

/** What a card says of alerts: PROVA while an exercise lights it, and a person's override with the way back. */
export function CardAlert({ deviceId, drill, override }: CardAlertNote & { deviceId: number }) {
  const deciding = useDecideAlert();
  return (
    <div className={styles.note}>
      {drill !== null && (
        <p>
          <b className={styles.drill}>PROVA</b> {drill}
        </p>
      )}
      {override && (
        <p className={styles.override}>
          Comando manuale fino alle {romeWallTime(Date.parse(override.until)).time.slice(0, 5)}{' '}
          <Button
            variant="link"
            size="small"
            aria-disabled={deciding.isPending}
            onClick={() =>
              deciding.mutate({ act: 'returnToAlert', id: override.alertId, deviceIds: [deviceId] })
            }
          >
            Torna all’allerta
          </Button>
        </p>
      )}
      {deciding.error && (
        <p role="alert">{serverSentence(deciding.error, 'Il semaforo non è tornato all’allerta')}</p>
      )}
    </div>
  );
}
