import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LanternDrawing } from './lantern-drawing.tsx';
import { TrafficLight } from './traffic-light.tsx';
import { viewStateOf } from './view-state.ts';

/** A device as its lamps were last reported, whatever its type. */
export function DeviceDrawing({ device, linkUp }: { device: DeviceStatusRecord; linkUp: boolean }) {
  const view = viewStateOf(device, linkUp);
  return device.device_type === 'lanterna' ? <LanternDrawing view={view} /> : <TrafficLight view={view} />;
}
