import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyText } from '../../ui/empty-text.tsx';
import { FailedRead } from '../../ui/failed-read.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Loading } from '../../ui/loading.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HiddenHeader, Table } from '../../ui/table.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { useApiKeys } from './api-keys.queries.ts';
import { type Comune, type Group, NewApiKey } from './new-api-key.tsx';

/** 'Chiavi per altri sistemi': with which programs log in, and what each may. */
export function ApiKeysSection(props: { comuni: readonly Comune[]; groups: readonly Group[] }) {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isNew, setNew] = useState(false);
  const { data: keys, isLoadingError, refetch } = useApiKeys();
  return (
    <section className={layoutStyles.stack} aria-labelledby="api-keys">
      <div className={layoutStyles.apart}>
        <h2 ref={heading} tabIndex={-1} id="api-keys">
          Chiavi per altri sistemi
        </h2>
        <Button variant="outline" disabled={props.comuni.length === 0} onClick={() => setNew(true)}>
          Nuova chiave
        </Button>
      </div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <Panel padded={false}>
        {!keys && !isLoadingError && <Loading label="Lettura delle chiavi" />}
        {isLoadingError && (
          <FailedRead sentence="Errore lettura chiavi" retryLabel="Riprova" onRetry={() => void refetch()} />
        )}
        {keys?.length === 0 && (
          <EmptyText>
            Nessuna chiave: con una, un altro programma legge, propone o comanda con il suo nome.
          </EmptyText>
        )}
        {keys && keys.length > 0 && (
          <Table caption="Chiavi per altri sistemi" captionHidden>
            <thead>
              <tr>
                <th scope="col">Nome</th>
                <th scope="col">Può</th>
                <th scope="col">Comune</th>
                <th scope="col">Ultimo uso</th>
                <th scope="col">Scade</th>
                <HiddenHeader>Azioni</HiddenHeader>
              </tr>
            </thead>
            <tbody>
              {keys.map((apiKey) => (
                // The button that was pressed goes away with its key.
                <ApiKeyRow
                  key={apiKey.id}
                  apiKey={apiKey}
                  onNotice={notify}
                  onDone={() => heading.current?.focus()}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Panel>
      <p className="small muted">
        Una chiave che comanda segue le stesse regole di una persona: per il rosso in due aspetta la seconda.
      </p>
      {isNew && <NewApiKey comuni={props.comuni} groups={props.groups} onClose={() => setNew(false)} />}
    </section>
  );
}
