import type { Webhook, WebhookDelivery } from '@semaforo/contract/api/webhooks';
import { formatDateTime, formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { Table } from '../ui/table.tsx';
import { describeEvent } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { useWebhookDeliveries } from './webhooks.queries.ts';

/** What was sent to an address, and what came back. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { data: deliveries, isLoadingError, refetch } = useWebhookDeliveries(webhook.id);
  return (
    <Dialog title="Consegne" wide onCancel={onClose} actions={<Button onClick={onClose}>Chiudi</Button>}>
      <p className={`small muted ${styles.address}`}>{webhook.url}. Si tengono 30 giorni.</p>
      {!deliveries && !isLoadingError && <Loading label="Lettura delle consegne" />}
      {isLoadingError && (
        <FailedRead sentence="Errore lettura consegne" retryLabel="Riprova" onRetry={() => void refetch()} />
      )}
      {deliveries?.length === 0 && <EmptyText>Nessuna consegna finora.</EmptyText>}
      {deliveries && deliveries.length > 0 && (
        <Table caption="Consegne" captionHidden tight>
          <thead>
            <tr>
              <th scope="col">Quando</th>
              <th scope="col">Evento</th>
              <th scope="col">Esito</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.id}>
                <td data-l="Quando">{formatDateTime(delivery.created_at)}</td>
                <td data-l="Evento">{describeEvent(delivery.event)}</td>
                <td data-l="Esito">
                  <Outcome delivery={delivery} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}

function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const { state, status_code: status, failure, next_try_at: nextTryAt } = delivery;
  if (state === 'delivered') return <span>consegnata ({status})</span>;
  const next = nextTryAt !== null && failure !== null && `; riprova ${formatInstant(nextTryAt, serverNow())}`;
  return (
    <span>
      {state === 'failed' && <b className={styles.failed}>fallita: </b>}
      {failure ?? (state === 'failed' ? 'non partita in tempo' : 'in attesa')}
      {next}
    </span>
  );
}
