import type { Delivery as DeliveryRecord } from '@semaforo/contract/api/commands';
import { labelOf } from '@semaforo/contract/domain/label';
import { isoTime } from '../platform/clock.ts';
import { FOR_ALL } from './command-request.ts';
import { type AcceptedCommand, isLarge, type TrackedDelivery } from './tracked-delivery.ts';

/** A delivery as the API and the socket send it. */
export function toDeliveryRecord({ id, device, value, state, reason }: TrackedDelivery): DeliveryRecord {
  return { id, deviceId: device.id, device: labelOf(device), value, state, reason };
}

export type ProgressView = ReturnType<ReturnType<typeof createProgressView>>;

/**
 * Sends the progress of a delivery (null: that its command has begun) to the pages of its owner (null: no one) and of
 * admins.
 */
export type PublishProgress = (
  ownerId: number | null,
  command: ProgressView,
  delivery: DeliveryRecord | null,
) => void;

/**
 * A command as the socket sends it. An owner sees how many of their own devices it has, an admin (null) how many in
 * all.
 */
export function createProgressView() {
  const totals = new WeakMap<AcceptedCommand, Map<number | null, number>>();
  const totalsOf = (command: AcceptedCommand) => {
    const known = totals.get(command);
    if (known) return known;
    const counted = new Map<number | null, number>();
    for (const { device } of command.deliveries) {
      counted.set(device.ownerId, (counted.get(device.ownerId) ?? 0) + 1);
    }
    totals.set(command, counted);
    return counted;
  };
  return (command: AcceptedCommand) => ({
    id: command.id,
    origin: command.origin,
    sourceId: command.sourceId,
    username: command.username,
    approvedBy: command.approvedBy,
    deviceType: command.deviceType,
    value: command.value,
    whom: command.whom ?? FOR_ALL,
    createdAt: isoTime(command.createdAt),
    isLarge: isLarge(command),
    totalFor: (viewer: number | null) =>
      viewer === null ? command.deliveries.length : (totalsOf(command).get(viewer) ?? 0),
  });
}
