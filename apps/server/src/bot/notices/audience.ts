import type { Reader } from './notice-readers.ts';

/**
 * Readers who are notified of the same devices: the chats of an owner, by user id, or those of all who see every
 * device.
 */
export type Audience = number;

const SEES_ALL: Audience = 0;

export function audienceOf({ id, role }: Reader): Audience {
  return role === 'admin' ? SEES_ALL : id;
}

/** The audiences that may read of a device. */
export function audiencesOf({ ownerId }: { ownerId: number | null }): Audience[] {
  return ownerId === null ? [SEES_ALL] : [SEES_ALL, ownerId];
}
