import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { describeShown, type LampColor, litLamps } from '@semaforo/contract/domain/lamps';
import { isSignalColor, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { isTrial } from '@semaforo/contract/domain/simulated';
import { type Lenses, lensesOf } from './lenses.ts';
import { lampsOf } from './record-lamps.ts';
import { confirmedStatusOf, type ShownState, shownStateOf, statusOf } from './shown-state.ts';
import { lanternName, signalName } from './view-names.ts';

/** How a device is drawn. */
export type ViewState = ShownState & {
  lenses: Lenses;
  /** The lamps that are lit by their last words; more than one only in error, or while a command changes them. */
  lit: readonly LampColor[];
  /** What it shows in words, every lit lamp by name; null when it never spoke of any. */
  words: string | null;
  /** Since when a silent device says nothing; null for any other. */
  silentSince: string | null;
  /** True while a lamp test has it, or when the server plays it: what it shows then is no warning. */
  testing: boolean;
  /** The state in words: the accessible name of the drawing. */
  name: string;
};

/** The part of a device's record that says how it is drawn. */
type DeviceState = Pick<
  DeviceStatusRecord,
  | 'topic'
  | 'device_type'
  | 'lamps'
  | 'error'
  | 'error_reason'
  | 'stale'
  | 'silent_since'
  | 'pending'
  | 'desired'
  | 'out_of_sync'
  | 'testing'
  | 'maintenance'
>;

/**
 * How a device is drawn. With the link down (socket or broker) all that it said is only the last known.
 */
export function viewStateOf(device: DeviceState, linkUp: boolean): ViewState {
  const state = shownStateOf(device, linkUp);
  const lenses = lensesOf(device, linkUp);
  const lamps = lampsOf(device);
  const words = describeShown(lamps);
  const nameOf = device.device_type === 'lanterna' ? lanternName : signalName;
  const desired = state.outOfSync ? statusOf(device, device.desired?.value ?? null) : null;
  const name = nameOf({ ...state, lenses, words, desired, reason: device.error_reason });
  const testing = isTrial(device);
  const silentSince = state.kind === 'silent' ? device.silent_since : null;
  const shownName = testing ? `PROVA: ${name}` : name;
  return { ...state, lenses, lit: litLamps(lamps), words, silentSince, testing, name: shownName };
}

/** The color whose light falls on what is around a signal: that of the one lamp which is confirmed. */
export function castOf(view: ViewState): SignalColor | undefined {
  const confirmed = confirmedStatusOf(view);
  return isSignalColor(confirmed) && view.kind !== 'error' && !view.maintenance ? confirmed : undefined;
}
