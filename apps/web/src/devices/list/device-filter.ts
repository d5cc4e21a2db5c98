import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';
import { shownStateOf } from '../../lamps/shown-state.ts';
import { isProblem } from '../problems/problems.ts';

export const SIGNAL_FILTERS = ['all', ...SIGNAL_STATUSES, 'error', 'noData', 'stale', 'problems'] as const;

/**
 * Which signals are shown. The colors, `spento`, `error` and `noData` count each signal once; a stale or silent one
 * stays in its color.
 */
export type SignalFilter = (typeof SIGNAL_FILTERS)[number];

/** The signals that pass a filter, in the given order; as many as its chip counts. */
export function passing(
  signals: readonly DeviceStatusRecord[],
  filter: SignalFilter,
  linkUp: boolean,
): readonly DeviceStatusRecord[] {
  if (filter === 'all') return signals;
  return signals.filter((signal) => {
    const state = shownStateOf(signal, linkUp);
    if (filter === 'problems') return isProblem(state);
    if (filter === 'error' || filter === 'stale') return state.kind === filter;
    if (filter === 'noData') return state.kind !== 'error' && state.shown === null;
    return state.kind !== 'error' && state.shown === filter;
  });
}

/** No search is offered up to this number of devices. */
export const SEARCH_ABOVE = 20;

/** The devices whose name or topic contains the text, in any case; all devices for a blank text. */
export function findDevices(
  devices: readonly DeviceStatusRecord[],
  text: string,
): readonly DeviceStatusRecord[] {
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  if (wanted === '') return devices;
  return devices.filter(({ device_name, topic }) =>
    `${device_name ?? ''}\n${topic}`.toLocaleLowerCase(LOCALE).includes(wanted),
  );
}
