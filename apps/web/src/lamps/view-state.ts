import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type Lenses, lensesOf } from './lenses.ts';
import { type ShownState, shownStateOf, statusOf } from './shown-state.ts';
import { lanternName, signalName } from './view-names.ts';

/** How a device is drawn. */
export type ViewState = ShownState & {
  lenses: Lenses;
  /** The state in words: the accessible name of the drawing. */
  name: string;
};

/** The part of a device's record that says how it is drawn. */
type DeviceState = Pick<
  DeviceStatusRecord,
  'device_type' | 'lamps' | 'error' | 'error_reason' | 'stale' | 'pending' | 'asked' | 'differs'
>;

/**
 * How a device is drawn. With the link down (socket or broker) all that it said is only the last known.
 */
export function viewStateOf(device: DeviceState, linkUp: boolean): ViewState {
  const state = shownStateOf(device, linkUp);
  const lenses = lensesOf(device, linkUp);
  const nameOf = device.device_type === 'lanterna' ? lanternName : signalName;
  const asked = state.differs ? statusOf(device, device.asked?.value ?? null) : null;
  return { ...state, lenses, name: nameOf({ ...state, lenses, asked, reason: device.error_reason }) };
}
