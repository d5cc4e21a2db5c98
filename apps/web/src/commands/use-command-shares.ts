import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DeviceStatuses, deviceStatusesQuery, findDeviceById } from '../api/device-snapshot.ts';
import type { WholeCommand } from '../api/last-command.ts';
import { shownStateOf, statusOf } from '../lamps/shown-state.ts';
import { type CommandShares, sharesOf } from './command-shares.ts';

/**
 * The shares of a command, kept up with what its devices show: one that confirmed and shows something else by now does
 * not count as confirmed any more (docs/rules.md#desired-and-reported).
 */
export function useCommandShares(command: WholeCommand): CommandShares;
export function useCommandShares(command: WholeCommand | null): CommandShares | null;
export function useCommandShares(command: WholeCommand | null): CommandShares | null {
  // As a text, so that a page draws the strip again only when another device comes to show something else.
  const changed = useQuery({
    ...deviceStatusesQuery,
    select: (statuses: DeviceStatuses) => (command === null ? '' : changedSince(command, statuses).join()),
  }).data;
  return useMemo(() => {
    const ids = new Set((changed ?? '').split(',').map(Number));
    return command && sharesOf(command, ({ id }) => ids.has(id));
  }, [command, changed]);
}

/** The ids of the confirmed deliveries whose device shows something else now. */
function changedSince(command: WholeCommand, statuses: DeviceStatuses): number[] {
  return command.deliveries.flatMap(({ id, deviceId, state, value }) => {
    if (state !== 'confermato' || deviceId === null) return [];
    const device = findDeviceById(statuses, deviceId);
    return device && showsOther(device, value) ? [id] : [];
  });
}

function showsOther(device: DeviceStatusRecord, value: DeviceStatusRecord['pending']): boolean {
  const { shown } = shownStateOf(device, true);
  if (device.testing || shown === null) return false;
  // A person accepted what it shows, or commanded something else, which it obeys.
  const isReplaced = device.desired !== null && device.desired.value !== value;
  return device.out_of_sync || (isReplaced && shown !== statusOf(device, value));
}
