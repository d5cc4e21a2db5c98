import type { WebhookDelivery } from '@semaforo/contract/api/webhooks';
import { Age } from '../platform/age.tsx';
import { formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { kindOf, summarizeDeliveries } from './webhook-words.ts';
import styles from './webhooks.module.css';

/** The last deliveries as bars, the oldest left, and in words. */
export function DeliveryBars({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const { failed, waiting, nextTryAt, last } = summarizeDeliveries(deliveries);
  if (last === null) return <span className="muted">nessuna finora</span>;
  return (
    <span className={styles.deliveries}>
      <span className={styles.bars} aria-hidden="true">
        {deliveries.map((delivery) => (
          <span key={delivery.id} className={styles.bar} data-kind={kindOf(delivery)} />
        ))}
      </span>
      <span>
        {failed !== null && <b className={styles.failed}>{failed}</b>}
        {failed !== null && nextTryAt !== null && `, riprova ${formatInstant(nextTryAt, serverNow())}`}
        {failed !== null && waiting !== null && ', '}
        {waiting}
        {failed === null && (
          <>
            {waiting === null ? 'tutte' : ''}, ultima <Age since={last} />
          </>
        )}
      </span>
    </span>
  );
}
