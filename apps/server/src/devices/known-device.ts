import type { Device } from '@semaforo/contract/api/fields';
import type { SpeakingDevice } from '@semaforo/contract/domain/board-protocol';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';

/** A device with how it speaks and its owner (null: none). Its topic is its key. */
export type KnownDevice = Device & { profile: DeviceProfile; ownerId: number | null };

/** A device that has lamps: it is commanded, and has a status. */
export type LampDevice = KnownDevice & { type: LampDeviceType };

/** False for a gauge. */
export function hasLamps<Known extends Pick<Device, 'type'>>(
  device: Known,
): device is Known & { type: LampDeviceType } {
  return device.type !== 'misuratore';
}

/** True for two records of one device: with another topic, type or profile it is another, whatever its id. */
export function isSameDevice(
  one: Pick<KnownDevice, 'topic' | 'type' | 'profile'>,
  other: Pick<KnownDevice, 'topic' | 'type' | 'profile'>,
): boolean {
  return one.topic === other.topic && one.type === other.type && one.profile === other.profile;
}

/** The device as it is now, or undefined when it is gone or has become another since. */
export function stillThere(
  known: Pick<KnownDevice, 'id' | 'topic' | 'type' | 'profile'>,
  findDevice: (id: number) => KnownDevice | undefined,
): KnownDevice | undefined {
  const device = findDevice(known.id);
  return device && isSameDevice(device, known) ? device : undefined;
}

/** The device as the rules of its language know it. */
export function speaking({
  type,
  topic,
  profile,
}: Pick<KnownDevice, 'topic' | 'type' | 'profile'>): SpeakingDevice {
  return { type, key: topic, profile };
}
