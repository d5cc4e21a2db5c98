import {
  DEVICE_TYPES,
  type DeviceStatus,
  type DeviceType,
  writesFor,
} from '@semaforo/contract/domain/channels';
import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import { DEVICE_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { LANTERN_STATES } from '@semaforo/contract/domain/lantern-state';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';
import { type Behaviour, parseBehaviour } from './behaviour.ts';
import type { DeviceSpec } from './simulated-device.ts';

const STATUSES: readonly DeviceStatus[] = [...SIGNAL_STATUSES, ...LANTERN_STATES];

/** `count` devices of one type under a two-segment prefix: `/3/prova/s1`, `/3/prova/s2`… */
export function numberedDevices({
  prefix,
  count,
  type,
  behaviour,
}: {
  prefix: string;
  count: number;
  type: DeviceType;
  behaviour: Behaviour;
}): DeviceSpec[] {
  const letter = { semaforo: 's', lanterna: 'l', misuratore: 'm' }[type];
  return Array.from({ length: count }, (_, index) => {
    const key = `${prefix}/${letter}${index + 1}`;
    return { key, type, behaviour, shows: defaultStatus(type) };
  });
}

/**
 * The devices of a list with one per line: topic, then in any order type, status, profile and behaviour
 * (`/4/prova/l1 lanterna acceso slow:8000`). Skips empty lines and those that begin with `#`; throws on the first wrong
 * line. `behaviour` is that of the devices whose line names none.
 */
export function parseDeviceList(list: string, behaviour: Behaviour): DeviceSpec[] {
  return list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => parseLine(line, behaviour));
}

function parseLine(line: string, usualBehaviour: Behaviour): DeviceSpec {
  const [key = '', ...words] = line.split(/\s+/);
  const type = DEVICE_TYPES.find((known) => words.includes(known)) ?? 'semaforo';
  const shows = STATUSES.find((known) => words.includes(known)) ?? defaultStatus(type);
  const profile = DEVICE_PROFILES.find((known) => words.includes(known));
  const behaviour = words.map(parseBehaviour).find((known) => known !== undefined);
  const understood = words.every(
    (word) =>
      [...DEVICE_TYPES, ...DEVICE_PROFILES, ...STATUSES].some((known) => known === word) ||
      parseBehaviour(word),
  );
  if (!understood || !isDeviceTopic(key) || !canBe(type, key, shows)) {
    throw new Error(`riga non valida: "${line}"`);
  }
  return { key, type, shows, ...(profile && { profile }), behaviour: behaviour ?? usualBehaviour };
}

/** A gauge shows nothing. */
function canBe(type: DeviceType, key: string, shows: DeviceStatus): boolean {
  return type === 'misuratore' || writesFor(type, key, shows).length > 0;
}

function defaultStatus(type: DeviceType): DeviceStatus {
  return type === 'semaforo' ? 'verde' : 'spento';
}
