import type { Device } from '@semaforo/contract/api/fields';

/** A device as the server knows it: its topic is its key, its owner a user or nobody. */
export type KnownDevice = Device & { ownerId: number | null };

/** True for two records of one device: with another topic or type it is another, whatever its id. */
export function isSameDevice(
  one: Pick<KnownDevice, 'topic' | 'type'>,
  other: Pick<KnownDevice, 'topic' | 'type'>,
): boolean {
  return one.topic === other.topic && one.type === other.type;
}

/** What people read: the name, or the topic when there is none. */
export function labelOf(device: { name: string | null; topic: string }): string {
  return device.name ?? device.topic;
}
