import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { DeviceMetrics } from '../devices/metrics/device-metrics.tsx';
import { UnregisteredDevicesPanel } from '../devices/unregistered/unregistered-devices-panel.tsx';
import { useLinkState } from '../live/link-state.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import layoutStyles from '../ui/layout.module.css';

/** 'Dispositivi': states and metrics of all devices, for admins. */
export function DeviceMetricsScreen() {
  const { up } = useLinkState();
  return (
    <>
      <div className={layoutStyles.head}>
        <h1>Dispositivi</h1>
        <span className={`${layoutStyles.row} ${layoutStyles.wrap} ${layoutStyles.push}`}>
          <ButtonLink to="/gestisci?topic=">Nuovo dispositivo</ButtonLink>
          <ButtonLink to="/gestisci/importa" variant="outline">
            Importa o esporta
          </ButtonLink>
        </span>
      </div>
      <SharedLoginWarning />
      <UnregisteredDevicesPanel />
      <DeviceMetrics linkUp={up} />
    </>
  );
}
