import { SharedLoginWarning } from '../broker/shared-login-warning.tsx';
import { DeviceMetrics } from '../devices/metrics/device-metrics.tsx';
import { useLinkState } from '../live/link-state.ts';

/** 'Dispositivi': states and metrics of all devices, for admins. */
export function DeviceMetricsScreen() {
  const { up } = useLinkState();
  return (
    <>
      <h1>Dispositivi</h1>
      <SharedLoginWarning />
      <DeviceMetrics linkUp={up} />
    </>
  );
}
