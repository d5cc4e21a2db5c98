import type { DeviceStatus } from './channels.ts';

/**
 * What a device is shown as (docs/rules.md#standing): in error, known only from before, waiting to confirm a command,
 * never heard, or confirmed. `spento` is a confirmed state like any other.
 */
export type Standing = 'error' | 'stale' | 'pending' | 'no-data' | 'confirmed';

/** `status` null: never heard. `pending`: the status that was commanded and is not confirmed yet. */
type KnownState = {
  status: DeviceStatus | null;
  error: boolean;
  stale: boolean;
  pending: DeviceStatus | null;
};

/**
 * The standing of a device. With the link down (the page's socket or the server's broker) it is only known from before.
 */
export function standingOf({ status, error, stale, pending }: KnownState, linkUp = true): Standing {
  if (error) return 'error';
  if (status !== null && (stale || !linkUp)) return 'stale';
  if (pending !== null && linkUp) return 'pending';
  return status === null ? 'no-data' : 'confirmed';
}

/** The status that a device may be shown and counted with, because it said so itself; null for none. */
export function confirmedStatusOf(device: KnownState, linkUp = true): DeviceStatus | null {
  const standing = standingOf(device, linkUp);
  return standing === 'confirmed' || standing === 'pending' ? device.status : null;
}
