import {
  availabilityOf,
  repeatedReportOf,
  type SpeakingDevice,
} from '@semaforo/contract/domain/board-protocol';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { type DeviceProfile, PROFILE_NAMES } from '@semaforo/contract/domain/device-profiles';
import { labelOf } from '@semaforo/contract/domain/label';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';

/** A device as a home automation is told of it. */
export type WatchedDevice = {
  id: number;
  topic: string;
  name: string | null;
  type: DeviceType;
  profile: DeviceProfile;
};

/** What is published: on which topic, and what; an empty payload takes it back. */
export type Document = { topic: string; payload: string };

const LAMP_NAMES: Record<LampColor, string> = {
  verde: 'Verde',
  giallo: 'Giallo',
  arancio: 'Arancio',
  rosso: 'Rosso',
  acceso: 'Lampada',
};

/** Where a device's document stands. The tag is the installation's: several of them may share a broker. */
export function documentTopic(prefix: string, tag: string, deviceId: number): string {
  return `${prefix}/device/semaforo_${tag}_${deviceId}/config`;
}

/** Which device it is and how it speaks, in one text: with another one, what was told of the former ends. */
export function identityOf({ type, profile, topic }: WatchedDevice): string {
  return `${type} ${profile} ${topic}`;
}

/**
 * The discovery document of a device for Home Assistant: a `binary_sensor` for each lamp, which reads the topics on
 * which the device itself reports. It has nothing to command with (docs/decisions/0051-home-assistant.md).
 */
export function documentOf(
  device: WatchedDevice,
  from: { prefix: string; tag: string; version: string },
): Document {
  const { type, topic: key, profile } = device;
  const id = `semaforo_${from.tag}_${device.id}`;
  const availability = availabilityOf(profile);
  const lamps = lampsOfType(type).map((lamp) => [lamp, sensorOf({ type, key, profile }, lamp, id)] as const);
  const document = {
    device: { identifiers: [id], name: labelOf(device), model: PROFILE_NAMES[profile] },
    origin: { name: 'Semaforo', sw_version: from.version },
    availability_topic: `${key}/${availability.channel}`,
    payload_available: availability.online,
    payload_not_available: availability.offline,
    qos: 1,
    components: Object.fromEntries(lamps),
  };
  return { topic: documentTopic(from.prefix, from.tag, device.id), payload: JSON.stringify(document) };
}

function sensorOf(device: SpeakingDevice, lamp: LampColor, id: string) {
  const { channel, on, off, field } = repeatedReportOf(device, lamp);
  return {
    platform: 'binary_sensor',
    unique_id: `${id}_${lamp}`,
    name: LAMP_NAMES[lamp],
    device_class: 'light',
    state_topic: `${device.key}/${channel}`,
    payload_on: on,
    payload_off: off,
    ...(field !== undefined && { value_template: templateOf(field, on) }),
  };
}

/** A message without the field says nothing: an empty text is ignored. Jinja writes a `true` of JSON as `True`. */
function templateOf(field: string, on: string): string {
  return `{{ value_json.${field} | default('')${on === 'true' ? ' | lower' : ''} }}`;
}
