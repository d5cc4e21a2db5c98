import { Link, useParams } from 'react-router';
import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { CredentialsPanel } from '../credentials/credentials-panel.tsx';
import { useDeviceRecord } from '../devices/list/use-device-record.ts';
import { DeviceFacts } from '../devices/page/device-facts.tsx';
import { DeviceHeading } from '../devices/page/device-heading.tsx';
import { useDevice } from '../devices/page/use-device.ts';
import { useLinkState } from '../live/link-state.ts';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import styles from './device.module.css';
import { DeviceCommand } from './device-command.tsx';

/** A device: what it is, what it shows, and what it logs in with. For admins. */
export function DeviceScreen() {
  const { id = '' } = useParams();
  return (
    <>
      <p className="small">
        <Link to="/devices">Dispositivi</Link>
      </p>
      <DevicePage key={id} id={Number(id)} />
    </>
  );
}

function DevicePage({ id }: { id: number }) {
  const { device, isPending, failure, retry } = useDevice(id);
  const { up } = useLinkState();
  const { shown, tell, close } = useToast();
  const record = useDeviceRecord(device?.topic ?? '');

  if (device === undefined) {
    return (
      <>
        <h1>Dispositivo</h1>
        {isPending && <Loading label="Caricamento dispositivo" />}
        {failure && (
          <FailedRead
            sentence={`Errore caricamento dispositivo. ${failure.message}`}
            retryLabel="Riprova"
            onRetry={retry}
          />
        )}
      </>
    );
  }
  return (
    <>
      <DeviceHeading device={device} />
      <SharedLoginWarning />
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <div className={styles.columns}>
        <Panel label="Scheda">
          <h2>Scheda</h2>
          <DeviceFacts device={device} linkUp={up} />
        </Panel>
        <div className={layoutStyles.stack}>
          {record && (
            <Panel label="Comando">
              <h2>Comando</h2>
              <DeviceCommand device={record} />
            </Panel>
          )}
          <Panel label="Credenziali">
            <CredentialsPanel device={device} onNotice={tell} />
          </Panel>
        </div>
      </div>
    </>
  );
}
