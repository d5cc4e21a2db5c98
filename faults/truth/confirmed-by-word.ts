import { channelOfColour, channelOfLantern, type DeviceStatus } from '@semaforo/contract/domain/channels';
import { type LampColour, lampsOfType } from '@semaforo/contract/domain/lamps';
import type { LinkLog } from './link-log.ts';
import type { TownDevice } from './town.ts';

type Delivery = { device: TownDevice; value: DeviceStatus; createdAt: number; confirmedAt: number };

/** What is stored together shares the time of the last; and the link is watched by a process that notes it later. */
const NOTED_WITHIN_MS = 400;

/**
 * True when the device did confirm what was commanded: after the broker acknowledged a message of the command for that
 * lamp, the device said so, and at some moment before the confirmation nothing else was lit by its last words
 * (docs/rules.md#confirmation).
 */
export function isConfirmedByWord(
  { device, value, createdAt, confirmedAt }: Delivery,
  log: Pick<LinkLog, 'sent' | 'heard'>,
): boolean {
  const { key, type } = device;
  const awaited = lampsAwaited(device, value);
  const askedAs = log.sent
    .filter((one) => one.key === key && one.at >= createdAt && one.settledAs !== null)
    .filter(({ channel, payload }) =>
      awaited.some(
        (lamp) => channelOf(device, lamp) === channel && payload === (value === 'spento' ? '0' : '1'),
      ),
    )
    .map(({ settledAs }) => settledAs ?? Infinity);
  const from = Math.min(...askedAs);
  const words = log.heard.filter((word) => word.key === key && word.at <= confirmedAt + NOTED_WITHIN_MS);
  const answer = words.find(
    ({ place, lamp, on }) => place > from && awaited.includes(lamp) && on === (value !== 'spento'),
  );
  if (!answer) return false;
  const last = new Map<LampColour, boolean>();
  for (const { place, lamp, on, storedAt, connection } of words) {
    // A server that was killed first knows nothing of it, and the device was not told that it does.
    if (storedAt === null && connection < answer.connection) continue;
    last.set(lamp, on);
    if (place >= answer.place && shows(type, last, value)) return true;
  }
  return false;
}

function lampsAwaited({ type }: TownDevice, value: DeviceStatus): readonly LampColour[] {
  return value === 'spento' ? lampsOfType(type) : [value];
}

function channelOf({ key }: TownDevice, lamp: LampColour): string | undefined {
  return lamp === 'acceso' ? channelOfLantern(key) : channelOfColour(key, lamp);
}

function shows(
  type: TownDevice['type'],
  last: ReadonlyMap<LampColour, boolean>,
  value: DeviceStatus,
): boolean {
  return lampsOfType(type).every((lamp) =>
    value === 'spento' ? last.get(lamp) === false : (last.get(lamp) === true) === (lamp === value),
  );
}
