import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callRoute } from '../api/call.ts';
import { deviceConnectionQuery, LOOPBACK_ONLY } from '../api/device-connection.ts';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { saveFile } from '../platform/save-file.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import factStyles from '../ui/facts.module.css';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { testCommand } from './test-command.ts';

/** 'Dati di collegamento': what a device must be told to find the broker, and a command to try it. */
export function DeviceConnectionCard() {
  const { data, isPending, isLoadingError, refetch } = useQuery(deviceConnectionQuery);
  return (
    <Panel label="Dati di collegamento">
      <div className={layoutStyles.stack}>
        <h2>Dati di collegamento</h2>
        {isPending && <Loading label="Lettura dei dati di collegamento" />}
        {isLoadingError && (
          <FailedRead
            sentence="I dati di collegamento non sono stati letti."
            retryLabel="Riprova"
            onRetry={() => void refetch()}
          />
        )}
        {data && <Connection data={data} />}
      </div>
    </Panel>
  );
}

function Connection({ data }: { data: DeviceConnectionData }) {
  const { addresses, port, tlsPort, certificate, embedded, loopbackOnly, sharedLogin } = data;
  const command = testCommand(data);
  return (
    <>
      {loopbackOnly && <LoopbackOnly reachIsGiven={data.reachIsGiven} />}
      <dl className={factStyles.facts}>
        <dt>Indirizzo</dt>
        <dd>
          <span className="mono">{addresses.length > 0 ? addresses.join(', ') : '127.0.0.1'}</span>{' '}
          <span className="muted">{whereOf(data)}</span>
          {embedded && !loopbackOnly && !data.reachIsGiven && (
            <ReachButton network={false} label="Chiudi alla rete" question="Chiudere il broker alla rete?">
              Resterà raggiungibile solo dal computer del server: i dispositivi in rete si scollegano.
            </ReachButton>
          )}
        </dd>
        <dt>Porta</dt>
        <dd>
          <b>{tlsPort === null || tlsPort === port ? formatPort(port, tlsPort) : `${tlsPort}, TLS`}</b>
          {tlsPort !== null && tlsPort !== port && <span className="muted"> · {port} senza TLS</span>}
        </dd>
        <dt>Utente</dt>
        <dd>
          {embedded && sharedLogin
            ? 'uno per dispositivo, o quello comune'
            : 'uno per dispositivo, creato nella sua pagina'}
        </dd>
        {certificate !== null && (
          <>
            <dt>Certificato</dt>
            <dd>
              <Button
                variant="link"
                onClick={() =>
                  saveFile('ca.pem', new Blob([certificate], { type: 'application/x-pem-file' }))
                }
              >
                Scarica ca.pem
              </Button>
            </dd>
          </>
        )}
      </dl>
      <p className="small">
        {loopbackOnly ? 'Prova dal computer del server' : 'Prova da un computer della rete'}, con le
        credenziali di un dispositivo al posto dei puntini:
      </p>
      <CodeLines label="Comando di prova">{command}</CodeLines>
      <CopyButton text={command} label="Copia il comando" copiedText="Comando copiato" />
    </>
  );
}

function LoopbackOnly({ reachIsGiven }: { reachIsGiven: boolean }) {
  return (
    <Banner kind="warn" title={LOOPBACK_ONLY.title}>
      {reachIsGiven ? (
        <p>Dispositivi veri, in rete, non lo raggiungono: {LOOPBACK_ONLY.remedy}</p>
      ) : (
        <>
          <p>Dispositivi veri, in rete, non lo raggiungono.</p>
          <ReachButton network label="Apri il broker alla rete" question="Aprire il broker alla rete?">
            Chi è nella stessa rete potrà collegarsi con le credenziali di un dispositivo. I dispositivi
            collegati si ricollegano in pochi secondi.
          </ReachButton>
        </>
      )}
    </Banner>
  );
}

type ReachButtonProps = { network: boolean; label: string; question: string; children: ReactNode };

/** Asks, and has the embedded broker listen to the network or to its own computer alone. */
function ReachButton({ network, label, question, children }: ReachButtonProps) {
  const queryClient = useQueryClient();
  const setting = useMutation({
    mutationFn: () => callRoute('setBrokerReach', { body: { network } }),
    onSuccess: (data) => queryClient.setQueryData(queryKeys.deviceConnection, data),
  });
  return (
    <>
      <ConfirmButton
        variant="outline"
        label={label}
        busy={setting.isPending}
        question={question}
        confirmLabel="Procedi"
        cancelLabel="Annulla"
        onConfirm={() => setting.mutate()}
      >
        {children}
      </ConfirmButton>
      {setting.isError && (
        <p role="alert">{serverSentence(setting.error, 'Il broker ascolta ancora dove ascoltava.')}</p>
      )}
    </>
  );
}

function whereOf({ embedded, loopbackOnly, addresses }: DeviceConnectionData): string {
  if (!embedded) return '(broker esterno)';
  if (loopbackOnly)
    return addresses.length > 0 ? '(in rete, dopo il cambio)' : '(solo il computer del server)';
  return '(in rete)';
}

function formatPort(port: number, tlsPort: number | null): string {
  return tlsPort === null ? `${port}, senza TLS` : `${port}, TLS`;
}
