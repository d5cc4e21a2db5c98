import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import { useQuery } from '@tanstack/react-query';
import { deviceConnectionQuery, LOOPBACK_ONLY } from '../api/device-connection.ts';
import { saveFile } from '../platform/save-file.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
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
      {loopbackOnly && <LoopbackOnly />}
      <dl className={factStyles.facts}>
        <dt>Indirizzo</dt>
        <dd>
          <span className="mono">{addresses.length > 0 ? addresses.join(', ') : '127.0.0.1'}</span>{' '}
          <span className="muted">{whereOf(data)}</span>
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
      <CopyButton
        text={command}
        label="Copia il comando"
        copiedText="Comando copiato"
        failedText="Il browser non permette di copiare: seleziona il testo"
      />
    </>
  );
}

function LoopbackOnly() {
  return (
    <Banner kind="warn" title={LOOPBACK_ONLY.title}>
      <p>Dispositivi veri, in rete, non lo raggiungono: {LOOPBACK_ONLY.remedy}</p>
    </Banner>
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
