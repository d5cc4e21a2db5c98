import { DeviceMetrics } from '../devices/device-metrics.tsx';
import { useLinkState } from './link-state.ts';

/** 'Dispositivi': states and metrics of all devices, for admins. */
export function DeviceMetricsScreen() {
  const { up } = useLinkState();
  return (
    <>
      <h1>Dispositivi</h1>
      <DeviceMetrics linkUp={up} />
    </>
  );
}
