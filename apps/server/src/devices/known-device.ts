import type { Device } from '@semaforo/contract/api/fields';

/** A device with its owner (null: none). Its topic is its key. */
export type KnownDevice = Device & { ownerId: number | null };

/** True for two records of one device: with another topic or type it is another, whatever its id. */
export function isSameDevice(
  one: Pick<KnownDevice, 'topic' | 'type'>,
  other: Pick<KnownDevice, 'topic' | 'type'>,
): boolean {
  return one.topic === other.topic && one.type === other.type;
}
