import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { SeededRandom } from './seeded-random.ts';
import { devicesOf, USERS, type User } from './town.ts';

/** What a user does. `restore` and `retry` are of the newest command that the user knows of at that moment. */
export type Act =
  | { name: 'command'; deviceType: LampDeviceType; value: DeviceStatus }
  | { name: 'toggle'; key: string }
  | { name: 'schedule'; deviceType: LampDeviceType; value: DeviceStatus; inMs: number }
  | { name: 'restore' }
  | { name: 'retry' }
  | { name: 'accept'; key: string };

/** `agedMs`: how long ago the press was. `asks`: how often the same request is sent, all with one idempotency key. */
export type Operation = { number: number; user: User; act: Act; agedMs: number; asks: number };

/** Acts whose press must not be old. */
export const AGING_ACTS: readonly Act['name'][] = ['command', 'toggle', 'restore', 'retry'];

const EVERY_MS = { least: 60, most: 650 };
const AGED_MS = { least: 1000, most: 16_000 };
const SCHEDULE_IN_MS = { least: 1000, most: 8000 };

/** Commands most of all; now and then an old click, or one that is sent twice. */
export function planOperations(random: SeededRandom, durationMs: number): (Operation & { atMs: number })[] {
  const operations: (Operation & { atMs: number })[] = [];
  let atMs = random.between(0, EVERY_MS.most);
  while (atMs < durationMs) {
    const chosen = chooseAct(random);
    const agedMs = random.happens(0.15) ? random.between(AGED_MS.least, AGED_MS.most) : 0;
    operations.push({
      number: operations.length + 1,
      atMs,
      ...chosen,
      agedMs: AGING_ACTS.includes(chosen.act.name) ? agedMs : 0,
      asks: random.happens(0.12) ? random.between(2, 3) : 1,
    });
    atMs += random.between(EVERY_MS.least, EVERY_MS.most);
  }
  return operations;
}

function chooseAct(random: SeededRandom): { user: User; act: Act } {
  const user = random.pick(USERS);
  const lot = random.next();
  const { key, type: deviceType } = random.pick(devicesOf(user));
  const value = random.pick<DeviceStatus>(
    deviceType === 'lanterna' ? ['acceso', 'spento'] : [...SIGNAL_COLORS, ...SIGNAL_COLORS, 'spento'],
  );
  if (lot < 0.45) return { user, act: { name: 'command', deviceType, value } };
  if (lot < 0.6) {
    const lanterns = devicesOf(user).filter(({ type }) => type === 'lanterna');
    return { user, act: { name: 'toggle', key: random.pick(lanterns).key } };
  }
  if (lot < 0.8) {
    const inMs = random.between(SCHEDULE_IN_MS.least, SCHEDULE_IN_MS.most);
    return { user, act: { name: 'schedule', deviceType, value, inMs } };
  }
  if (lot < 0.88) return { user, act: { name: 'restore' } };
  if (lot < 0.94) return { user, act: { name: 'retry' } };
  return { user, act: { name: 'accept', key } };
}
