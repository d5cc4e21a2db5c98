import type { NewCredentials } from '@semaforo/contract/api/credentials';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { Button } from '../ui/button.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { type BoardDevice, boardLines } from './board-lines.ts';
import { connectionJson, type DeviceConnection, hostForDevices } from './connection-lines.ts';
import styles from './credentials.module.css';
import { brokerAddressQuery } from './credentials.queries.ts';
import { ReadyDeviceButton } from './ready-device-button.tsx';

type NewCredentialsDialogProps = {
  credentials: NewCredentials;
  device: BoardDevice;
  onClose: () => void;
};

const QR_PX = 176;
const COPY_FAILED = 'Il browser non permette di copiare: seleziona il testo';

/** New credentials, shown once. Esc does not close it: the password would be lost by a slip. */
export function NewCredentialsDialog({ credentials, device, onClose }: NewCredentialsDialogProps) {
  const address = useQuery({ ...brokerAddressQuery, retry: false });
  const host = address.data && hostForDevices(address.data.broker, location.hostname);
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
      {address.isPending && <Loading label="Lettura dell’indirizzo del broker" blocks={1} />}
      {/* Without the address the password must be seen all the same. */}
      {!address.isPending && (
        <Connection
          connection={{
            host: host ?? location.hostname,
            port: address.data?.port ?? 1883,
            ...credentials,
            key: device.topic,
          }}
          device={device}
        />
      )}
    </Dialog>
  );
}

function Connection({ connection, device }: { connection: DeviceConnection; device: BoardDevice }) {
  const { host, port, username, password, key } = connection;
  const { title, label, lines } = boardLines(device, connection);
  return (
    <>
      <div className={styles.shown}>
        <QRCodeSVG
          className={styles.qr}
          value={connectionJson(connection)}
          size={QR_PX}
          marginSize={4}
          title="Codice QR con host, porta, utente, password e topic"
        />
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
      <CopyButton
        text={password}
        label="Copia la password"
        copiedText="Password copiata"
        failedText={COPY_FAILED}
      />
      {device.profile === 'outN' && (
        <>
          <h3 className={styles.sketch}>Per provare, senza una scheda</h3>
          <p className="small muted">
            Un programma con queste credenziali dentro, per un computer con Node.js.
          </p>
          <ReadyDeviceButton connection={connection} />
        </>
      )}
      <h3 className={styles.sketch}>{title}</h3>
      <CodeLines label={label}>{lines}</CodeLines>
      <CopyButton text={lines} label="Copia le righe" copiedText="Righe copiate" failedText={COPY_FAILED} />
    </>
  );
}
