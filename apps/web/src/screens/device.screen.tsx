import type { DevicePageRecord } from '@semaforo/contract/api/device-past';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { lazy, Suspense, useId, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { LastLampTest } from '../commands/lamptest/device-lamp-tests.tsx';
import { DeviceCredentials } from '../devices/device-credentials.tsx';
import { HourBar } from '../devices/hours/hour-bar.tsx';
import { useDeviceRecord } from '../devices/list/use-device-record.ts';
import { MaintenancePanel } from '../devices/maintenance/maintenance-panel.tsx';
import { DeviceFacts } from '../devices/page/device-facts.tsx';
import { DeviceHeading } from '../devices/page/device-heading.tsx';
import { LampList } from '../devices/page/lamp-list.tsx';
import { LinkPolicyPanel } from '../devices/page/link-policy-panel.tsx';
import { MetricsPanel } from '../devices/page/metrics-panel.tsx';
import { NotesPanel } from '../devices/page/notes-panel.tsx';
import { ErrorsPanel, PastPanel } from '../devices/page/past-panel.tsx';
import { PicturePanel } from '../devices/page/picture-panel.tsx';
import { measuredOf, useDevice } from '../devices/page/use-device.ts';
import { useLinkState } from '../live/link-state.ts';
import { useSensors } from '../sensors/sensors.queries.ts';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { type Toast, ToastAlert, useToast } from '../ui/toast.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import styles from './device.module.css';
import { DeviceCommand } from './device-command.tsx';
import { DeviceLampTest, testedOf } from './device-lamp-test.tsx';

const PositionPicker = lazy(async () => ({
  default: (await import('../devices/map/position-picker.tsx')).PositionPicker,
}));

/** A device: its lamps, what it reported, measured and suffered; for admins also what it logs in with. */
export function DeviceScreen() {
  const { id = '' } = useParams();
  const isAdmin = useCurrentUser().data?.role === 'admin';
  return (
    <>
      <p className="small">
        {isAdmin ? <Link to="/devices">Dispositivi</Link> : <Link to="/dashboard">Dashboard</Link>}
      </p>
      <DevicePage key={id} id={Number(id)} isAdmin={isAdmin} />
    </>
  );
}

function DevicePage({ id, isAdmin }: { id: number; isAdmin: boolean }) {
  const { page, isPending, failure, retry } = useDevice(id);
  const { shown, notify, close } = useToast();
  const record = useDeviceRecord(page?.device.topic ?? '');

  if (page === undefined) {
    return (
      <>
        <h1>Dispositivo</h1>
        {isPending && <Loading label="Caricamento dispositivo" />}
        {failure && <OfGauge id={id} />}
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
      <DeviceHeading device={measuredOf(page)} />
      {isAdmin && <SharedLoginWarning />}
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <div className={styles.columns}>
        <div className={layoutStyles.stack}>
          <LampsPanel page={page} />
          <MetricsPanel id={id} />
          <PastPanel id={id} />
        </div>
        <div className={layoutStyles.stack}>
          {record && (
            <Panel label="Comando">
              <div className={layoutStyles.stack}>
                <h2>Comando</h2>
                <DeviceCommand device={record} />
                <LampTest device={record} />
              </div>
            </Panel>
          )}
          {record && <MaintenancePanel device={record} />}
          <ErrorsPanel id={id} />
          {isAdmin && (
            <Panel label="Credenziali">
              <DeviceCredentials id={id} onNotice={notify} />
            </Panel>
          )}
          {page.device.device_type === 'semaforo' && <LinkPolicyPanel page={page} onNotice={notify} />}
          <Facts page={page} isAdmin={isAdmin} onNotice={notify} />
          <PicturePanel id={id} name={labelOf(page.device)} changedAt={page.picture_at} onNotice={notify} />
          <NotesPanel id={id} notes={page.notes} onNotice={notify} />
        </div>
      </div>
    </>
  );
}

/** A gauge has a page of its own. */
function OfGauge({ id }: { id: number }) {
  const isGauge = useSensors().data?.some((sensor) => sensor.id === id) === true;
  return isGauge ? <Navigate to={`/acqua/${id}`} replace /> : null;
}

function LampTest({ device }: { device: DeviceStatusRecord }) {
  return (
    <div className={layoutStyles.stack}>
      <DeviceLampTest devices={[testedOf(device)]} />
      <LastLampTest deviceId={device.id} />
    </div>
  );
}

function LampsPanel({ page }: { page: DevicePageRecord }) {
  const { up } = useLinkState();
  const headingId = useId();
  return (
    <Panel label="Lampade">
      <div className={layoutStyles.stack}>
        <h2 id={headingId}>Lampade</h2>
        <LampList device={page.device} linkUp={up} headingId={headingId} />
        {page.device.device_type === 'semaforo' && (
          <div>
            <p className="small muted">Ultime 24 ore</p>
            <HourBar deviceId={page.device.id} />
          </div>
        )}
      </div>
    </Panel>
  );
}

type FactsProps = { page: DevicePageRecord; isAdmin: boolean; onNotice: (notice: Toast) => void };

function Facts({ page, isAdmin, onNotice }: FactsProps) {
  const { up } = useLinkState();
  const [isPlacing, setPlacing] = useState(false);
  return (
    <Panel label="Scheda">
      <h2>Scheda</h2>
      <DeviceFacts device={measuredOf(page)} linkUp={up}>
        {isAdmin && (
          <Button variant="link" onClick={() => setPlacing(true)}>
            Scegli sulla mappa
          </Button>
        )}
      </DeviceFacts>
      {isPlacing && (
        <Suspense fallback={null}>
          <PositionPicker device={page.device} onNotice={onNotice} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
