import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import type { NewCredentials } from '@semaforo/contract/api/credentials';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { deviceConnectionQuery, LOOPBACK_ONLY, mosquittoOptions } from '../api/device-connection.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { type BoardDevice, boardLines } from './board-lines.ts';
import { connectionJson, type DeviceConnection, mosquittoLines } from './connection-lines.ts';
import styles from './credentials.module.css';
import { ReadyDeviceButton } from './ready-device-button.tsx';

type NewCredentialsDialogProps = {
  credentials: NewCredentials;
  device: BoardDevice;
  onClose: () => void;
};

/** Where the broker is guessed to be when the server does not say it: where the console is. */
const UNKNOWN: DeviceConnectionData = {
  embedded: true,
  loopbackOnly: false,
  addresses: [location.hostname],
  port: 1883,
  tlsPort: null,
  certificate: null,
  reachIsGiven: true,
  sharedLogin: false,
};

const QR_PX = 176;

/** New credentials, shown once. Esc does not close it: the password would be lost by a slip. */
export function NewCredentialsDialog({ credentials, device, onClose }: NewCredentialsDialogProps) {
  const { data, isPending } = useQuery({ ...deviceConnectionQuery, retry: false });
  return (
    <Dialog
      title="Credenziali nuove"
      wide
      actions={<Button onClick={onClose}>Ho annotato la password</Button>}
    >
      <p>
        <b>La password si vede solo adesso</b>: chiusa questa finestra non si potrà più leggere, solo
        rinnovare.
      </p>
      {isPending && <Loading label="Lettura dell’indirizzo del broker" blocks={1} />}
      {/* Without the address the password must be seen all the same. */}
      {!isPending && <Connection broker={data ?? UNKNOWN} credentials={credentials} device={device} />}
    </Dialog>
  );
}

type ConnectionProps = Omit<NewCredentialsDialogProps, 'onClose'> & { broker: DeviceConnectionData };

function Connection({ broker, credentials, device }: ConnectionProps) {
  const host = broker.addresses[0] ?? '127.0.0.1';
  const connection = { host, port: broker.port, ...credentials, key: device.topic };
  const { title, label, lines } = boardLines(device, connection);
  const commands = mosquittoLines(device.profile, connection, mosquittoOptions(broker));
  return (
    <>
      {broker.loopbackOnly && <LoopbackOnly host={host} reachIsGiven={broker.reachIsGiven} />}
      <Facts connection={connection} />
      {device.profile === 'outN' && (
        <>
          <h3 className={styles.sketch}>Per provare, senza una scheda</h3>
          <p className="small muted">
            Un programma con queste credenziali dentro, per{' '}
            {broker.loopbackOnly ? 'il computer del server' : 'un computer della rete'}, con Node.js.
          </p>
          <ReadyDeviceButton
            connection={broker.loopbackOnly ? { ...connection, host: '127.0.0.1' } : connection}
          />
        </>
      )}
      <h3 className={styles.sketch}>{title}</h3>
      <CodeLines label={label}>{lines}</CodeLines>
      <CopyButton text={lines} label="Copia le righe" copiedText="Righe copiate" />
      <h3 className={styles.sketch}>Per provare le credenziali, con i programmi di Mosquitto</h3>
      <p className="small muted">
        La prima riga mostra i comandi che il dispositivo riceve; la seconda dice al server che c’è, senza
        accendere niente. Dal computer del server se il broker ascolta solo quello, altrimenti da uno
        qualsiasi della rete.
      </p>
      <CodeLines label="Comandi di Mosquitto">{commands}</CodeLines>
      <CopyButton text={commands} label="Copia i comandi" copiedText="Comandi copiati" />
    </>
  );
}

function LoopbackOnly({ host, reachIsGiven }: { host: string; reachIsGiven: boolean }) {
  return (
    <Banner kind="warn" title={`${LOOPBACK_ONLY.title}: una scheda non lo raggiunge`}>
      <p>
        Prima{' '}
        {reachIsGiven
          ? LOOPBACK_ONLY.remedy
          : '«Apri il broker alla rete», nei Dati di collegamento di Gestisci, MQTT.'}{' '}
        {host === '127.0.0.1'
          ? 'Poi scrivi l’indirizzo del server in rete al posto di 127.0.0.1.'
          : `Poi le righe qui sotto valgono: in rete il server è ${host}.`}
      </p>
    </Banner>
  );
}

function Facts({ connection }: { connection: DeviceConnection }) {
  const { host, port, username, password, key } = connection;
  return (
    <>
      <div className={styles.shown}>
        <figure className={styles.code}>
          <QRCodeSVG
            className={styles.qr}
            value={connectionJson(connection)}
            size={QR_PX}
            marginSize={4}
            title="Codice QR con host, porta, utente, password e topic"
          />
          <figcaption className="small muted">
            Gli stessi cinque dati, come testo JSON: per un telefono da cui ricopiarli o una scheda che legge
            i codici. Non apre nessuna pagina. Chi lo fotografa ha la password.
          </figcaption>
        </figure>
        <dl className={styles.facts}>
          <dt>Host e porta</dt>
          <dd className="mono">
            {host}:{port}
          </dd>
          <dt>Topic</dt>
          <dd className="mono">{key}</dd>
          <dt>Utente</dt>
          <dd className="mono">{username}</dd>
          <dt>Password</dt>
          <dd className={`mono ${styles.password}`}>{password}</dd>
        </dl>
      </div>
      <CopyButton text={password} label="Copia la password" copiedText="Password copiata" />
    </>
  );
}
