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

/** The device as it is now, or undefined when it is gone or has become another since. */
export function stillThere(
  known: Pick<KnownDevice, 'id' | 'topic' | 'type'>,
  findDevice: (id: number) => KnownDevice | undefined,
): KnownDevice | undefined {
  const device = findDevice(known.id);
  return device && isSameDevice(device, known) ? device : undefined;
}
