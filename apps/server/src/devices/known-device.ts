import type { Device } from '@semaforo/contract/api/fields';

/** A device as the server knows it: its topic is its key, its owner a user or nobody. */
export type KnownDevice = Device & { ownerId: number | null };

/** What people read: the name, or the topic when there is none. */
export function labelOf(device: { name: string | null; topic: string }): string {
  return device.name ?? device.topic;
}
