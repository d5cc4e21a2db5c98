import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { SignalStatus } from '@semaforo/contract/domain/signal-color';
import { useMemo, useState } from 'react';
import { shownStateOf } from '../../lamps/shown-state.ts';
import { isProblem } from '../problems/problems.ts';

/**
 * How many signals show what. Every signal counts once among the colors, `spento`, `error` and `noData`. `problems`,
 * `stale`, `silent` and `outOfSync` say how many of all these someone has to look at, and why.
 */
export type SignalCounts = Record<
  SignalStatus | 'all' | 'error' | 'noData' | 'problems' | 'outOfSync' | 'stale' | 'silent',
  number
>;

type Records = readonly DeviceStatusRecord[];
type CountOf = (devices: Records, linkUp: boolean) => SignalCounts;

/** The counts of the signals, kept up with their changes; undefined while the signals are not known. */
export function useSignalCounts(devices: Records, linkUp: boolean): SignalCounts;
export function useSignalCounts(devices: Records | undefined, linkUp: boolean): SignalCounts | undefined;
export function useSignalCounts(devices: Records | undefined, linkUp: boolean): SignalCounts | undefined {
  const [countOf] = useState(createSignalCounter);
  return useMemo(() => devices && countOf(devices, linkUp), [devices, linkUp, countOf]);
}

/**
 * Counts signals by the state they are shown in. Of a list with as many signals as the one before only those are
 * counted again whose record changed.
 */
export function createSignalCounter(): CountOf {
  let seen: { devices: Records; linkUp: boolean; counts: SignalCounts } | undefined;
  return (devices, linkUp) => {
    const former = seen?.linkUp === linkUp && seen.devices.length === devices.length ? seen : undefined;
    const counts = former ? { ...former.counts } : noneCounted();
    for (const [place, device] of devices.entries()) {
      const before = former?.devices[place];
      if (before === device) continue;
      if (before) count(counts, before, linkUp, -1);
      count(counts, device, linkUp, 1);
    }
    seen = { devices, linkUp, counts };
    return counts;
  };
}

/** Adds a signal to the counts, or takes it out of them. */
function count(counts: SignalCounts, device: DeviceStatusRecord, linkUp: boolean, by: 1 | -1): void {
  const state = shownStateOf(device, linkUp);
  const { kind, shown, outOfSync } = state;
  counts.all += by;
  if (isProblem(state)) counts.problems += by;
  if (outOfSync) counts.outOfSync += by;
  if (kind === 'stale') counts.stale += by;
  if (kind === 'silent') counts.silent += by;
  if (kind === 'error') counts.error += by;
  else if (shown === null || shown === 'acceso') counts.noData += by;
  else counts[shown] += by;
}

function noneCounted(): SignalCounts {
  return {
    all: 0,
    verde: 0,
    giallo: 0,
    arancio: 0,
    rosso: 0,
    spento: 0,
    error: 0,
    noData: 0,
    problems: 0,
    outOfSync: 0,
    stale: 0,
    silent: 0,
  };
}
