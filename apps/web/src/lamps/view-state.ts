import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { type Standing, standingOf } from '@semaforo/contract/domain/standing';

/**
 * How a device is shown. `shown` is its last reported status, null when it never reported. `requested` is the commanded
 * status that is not confirmed yet. Only `confirmed` and `pending` may show a lit lamp.
 */
export type ViewState = {
  kind: Standing | 'spento';
  shown: DeviceStatus | null;
  requested: DeviceStatus | null;
  /** The state in words: the accessible name of the drawing. */
  name: string;
};

type DeviceState = Pick<DeviceStatusRecord, 'device_type' | 'status' | 'error' | 'stale' | 'pending'>;

/**
 * The view of a device. With the link down (socket or broker) a known state is only the last known one. An error hides
 * every lamp.
 */
export function viewStateOf(device: DeviceState, linkUp: boolean): ViewState {
  const lantern = device.device_type === 'lanterna';
  const shown = lantern ? lanternStateOf(device.status) : device.status;
  const requested = lantern ? lanternStateOf(device.pending) : device.pending;
  const kind = viewKindOf(device, linkUp);
  const nameOf = lantern ? lanternName : signalName;
  return { kind, shown, requested, name: nameOf(kind, shown, requested) };
}

/** The kind of that view alone: cheaper, for counting thousands of devices. */
export function viewKindOf(device: DeviceState, linkUp: boolean): ViewState['kind'] {
  const standing = standingOf(device, linkUp);
  if (standing !== 'confirmed') return standing;
  const shown = device.device_type === 'lanterna' ? lanternStateOf(device.status) : device.status;
  return shown === 'spento' ? 'spento' : 'confirmed';
}

function signalName(kind: ViewState['kind'], shown: DeviceStatus | null, requested: DeviceStatus | null) {
  const asked = requested === null ? '' : `, ${requested} richiesto, in attesa`;
  switch (kind) {
    case 'error':
      return 'In errore, nessuna lampada accesa';
    case 'stale':
      return `Non aggiornato, ultimo stato noto ${shown}${asked}`;
    case 'no-data':
      return 'Nessun dato';
    case 'pending':
      return `${shown === null ? 'Nessun dato' : `${lampInWords(shown)} e confermato`}${asked}`;
    case 'spento':
    case 'confirmed':
      return `${lampInWords(shown)}, confermato`;
  }
}

function lampInWords(shown: DeviceStatus | null): string {
  return shown === null || shown === 'spento' ? 'Spento' : `${capitalised(shown)} acceso`;
}

function lanternName(kind: ViewState['kind'], shown: DeviceStatus | null, requested: DeviceStatus | null) {
  const state = shown === 'acceso' ? 'accesa' : 'spenta';
  const act = requested === 'acceso' ? 'accensione' : 'spegnimento';
  const asked = requested === null ? '' : `, ${act} in attesa`;
  switch (kind) {
    case 'error':
      return 'In errore';
    case 'stale':
      return `Non aggiornata, ultimo stato noto ${state}${asked}`;
    case 'no-data':
      return 'Stato sconosciuto';
    case 'pending':
      return `${shown === null ? 'Stato sconosciuto' : `${capitalised(state)} e confermata`}${asked}`;
    case 'spento':
    case 'confirmed':
      return `${capitalised(state)}, confermata`;
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
