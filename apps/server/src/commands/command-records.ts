import type { Command } from '@semaforo/contract/api/commands';
import { isoTime } from '../platform/clock.ts';
import type { StoredCommand } from './stored-command.ts';

/** A command as the API sends it; `restored` is the command that it restores, to name what it leaves out. */
export function toCommandRecord(command: StoredCommand, restored: StoredCommand | undefined): Command {
  const commanded = new Set(command.deliveries.map(({ deviceId }) => deviceId));
  // The devices of other owners were perhaps out of its author's reach.
  const reached = new Set(command.deliveries.map(({ ownerId }) => ownerId));
  return {
    commandId: command.id,
    origin: command.origin,
    username: command.username,
    ...(command.approvedBy !== null && { approved_by: command.approvedBy }),
    device_type: command.deviceType,
    value: command.value,
    whom: command.whom.kind,
    group: command.whom.group,
    created_at: isoTime(command.createdAt),
    deliveries: command.deliveries.map(({ id, deviceId, deviceLabel, value, state, reason }) => ({
      id,
      deviceId,
      device: deviceLabel,
      value,
      state,
      reason,
    })),
    left_out: (restored?.deliveries ?? [])
      .filter(
        ({ deviceId, ownerId }) => deviceId !== null && !commanded.has(deviceId) && reached.has(ownerId),
      )
      .map(({ deviceLabel, previousStatus }) => ({
        device: deviceLabel,
        because: previousStatus === null ? 'not-confirmed-before' : 'commanded-since',
      })),
  };
}
