import type { DeviceStatus } from './channels.ts';

export const CONDITIONS = [
  'error',
  'stale',
  'silent',
  'pending',
  'out-of-sync',
  'never-heard',
  'ok',
] as const;

/**
 * What a device is shown as (docs/rules.md#condition): in error, known only from before, silent, waiting to confirm a
 * command, reporting something else than is desired, never heard, or well. `spento` is a state like any other.
 */
export type Condition = (typeof CONDITIONS)[number];

/** `status` null: never heard. `pending`: the status that was commanded and is not confirmed yet. */
export type KnownState = {
  status: DeviceStatus | null;
  error: boolean;
  stale: boolean;
  /** It misses the rhythm at which it spoke (docs/rules.md#silence). */
  silent: boolean;
  pending: DeviceStatus | null;
  outOfSync: boolean;
};

/**
 * The condition of a device. With the link down (the page's socket or the server's broker) it is only known from
 * before.
 */
export function conditionOf(
  { status, error, stale, silent, pending, outOfSync }: KnownState,
  linkUp = true,
): Condition {
  if (error) return 'error';
  if (status !== null && (stale || !linkUp)) return 'stale';
  if (silent && linkUp) return 'silent';
  if (pending !== null && linkUp) return 'pending';
  if (outOfSync) return 'out-of-sync';
  return status === null ? 'never-heard' : 'ok';
}

/** The status that a device may be shown and counted with, because it reports it itself; null for none. */
export function confirmedStatusOf(device: KnownState, linkUp = true): DeviceStatus | null {
  return isUnconfirmed(conditionOf(device, linkUp)) ? null : device.status;
}

/** True where what a device shows is only the last that is known of it. */
export function isUnconfirmed(condition: Condition | 'spento'): boolean {
  return condition === 'error' || condition === 'stale' || condition === 'silent';
}
