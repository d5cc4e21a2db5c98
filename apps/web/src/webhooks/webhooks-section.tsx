import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { HiddenHeader, Table } from '../ui/table.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { type Comune, NewWebhook } from './new-webhook.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { useWebhooks } from './webhooks.queries.ts';

/** 'Avvisi ad altri sistemi': the addresses that are sent what happens. */
export function WebhooksSection({ comuni }: { comuni: readonly Comune[] }) {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isNew, setNew] = useState(false);
  const { data: webhooks, isLoadingError, refetch } = useWebhooks();
  return (
    <section className={layoutStyles.stack} aria-labelledby="webhooks">
      <div className={layoutStyles.apart}>
        <h2 ref={heading} tabIndex={-1} id="webhooks">
          Avvisi ad altri sistemi
        </h2>
        <Button variant="outline" onClick={() => setNew(true)}>
          Nuovo indirizzo
        </Button>
      </div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <Panel padded={false}>
        {!webhooks && !isLoadingError && <Loading label="Lettura degli indirizzi" />}
        {isLoadingError && (
          <FailedRead
            sentence="Errore lettura indirizzi"
            retryLabel="Riprova"
            onRetry={() => void refetch()}
          />
        )}
        {webhooks?.length === 0 && (
          <EmptyText>
            Nessun indirizzo: un altro programma può ricevere qui allerte, allarmi e comandi.
          </EmptyText>
        )}
        {webhooks && webhooks.length > 0 && (
          <Table caption="Avvisi ad altri sistemi" captionHidden>
            <thead>
              <tr>
                <th scope="col">Indirizzo</th>
                <th scope="col">Quando</th>
                <th scope="col">Di chi</th>
                <th scope="col">Ultime consegne</th>
                <HiddenHeader>Azioni</HiddenHeader>
              </tr>
            </thead>
            <tbody>
              {webhooks.map((webhook) => (
                // The button that was pressed goes away with its address.
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onNotice={notify}
                  onDone={() => heading.current?.focus()}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
      {isNew && <NewWebhook comuni={comuni} onClose={() => setNew(false)} />}
    </section>
  );
}
