import type { Webhook } from '@semaforo/contract/api/webhooks';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { DeliveryBars } from './delivery-bars.tsx';
import { describeEvents } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { useDeleteWebhook, useTestWebhook } from './webhooks.queries.ts';

type WebhookRowProps = { webhook: Webhook; onNotice: (notice: Toast) => void; onDone: () => void };

/** One address: where, when, what became of the last deliveries, and what can be done with it. */
export function WebhookRow({ webhook, onNotice, onDone }: WebhookRowProps) {
  const [isOpen, setOpen] = useState(false);
  const test = useTestWebhook({ onNotice });
  const remove = useDeleteWebhook({ onNotice, onDone });
  const { id, url, events, username, last_deliveries: deliveries } = webhook;
  const { host, pathname, search } = new URL(url);
  return (
    <tr>
      <td data-l="Indirizzo">
        <span className={styles.address}>
          <b>{host}</b>
          <span className={`small muted ${styles.address}`}>
            {pathname}
            {search}
          </span>
        </span>
      </td>
      <td data-l="Quando">
        <span>{describeEvents(events)}</span>
      </td>
      <td data-l="Di chi">{username === null ? 'tutti' : <UserText>{username}</UserText>}</td>
      <td data-l="Consegne">
        <DeliveryBars deliveries={deliveries} />
      </td>
      <td data-l="">
        <div className={styles.actions}>
          <Button
            variant="outline"
            size="small"
            aria-label={`Prova ${host}`}
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate(id)}
          >
            Prova
          </Button>
          <Button
            variant="outline"
            size="small"
            aria-label={`Guarda le consegne a ${host}`}
            onClick={() => setOpen(true)}
          >
            Guarda
          </Button>
          <ConfirmButton
            label="Togli"
            variant="danger"
            size="small"
            aria-label={`Togli ${host}`}
            busy={remove.isPending}
            question="Togliere l’indirizzo?"
            confirmLabel="Togli"
            cancelLabel="Annulla"
            onConfirm={() => remove.mutate(id)}
          >
            <p className={styles.address}>{url}</p>
            <p className="small">Ciò che aspettava non parte più. Per rimetterlo servirà un segreto nuovo.</p>
          </ConfirmButton>
        </div>
        {isOpen && <DeliveriesDialog webhook={webhook} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}
