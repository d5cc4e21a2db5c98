import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { SeededRandom } from './seeded-random.ts';
import { TOWN } from './town.ts';

/**
 * How a device is for a round. `lying`: it lights and reports another lamp than the one commanded. `repeatsOnJoin`: it
 * says all its lamps whenever it joins the broker; `keepsSession`: the broker keeps commands for it while it is away.
 */
export type DeviceTrait = {
  kind: 'obedient' | 'slow' | 'lying';
  delayMs: number;
  repeatsOnJoin: boolean;
  keepsSession: boolean;
};

/**
 * What a device does on its own: it falls `mute`, `speaks` again, `flaps` (a lamp off and on), `reboots` (its lamps as
 * at first), says its zeros, says all its lamps, or somebody switches it by hand from one lamp to another.
 */
export type DeviceAct = {
  key: string;
  does: 'mute' | 'speak' | 'flap' | 'reboot' | 'zeros' | 'report' | 'switch';
};

const SLOW_MS = { least: 200, most: 2500 };
const MUTE_MS = { least: 1000, most: 6000 };

export type DevicePlan = {
  traits: Map<string, DeviceTrait>;
  shows: Map<string, DeviceStatus>;
  acts: (DeviceAct & { atMs: number })[];
};

/** About half of the devices are good ones, so that colors do become confirmed. */
export function planDevices(random: SeededRandom, durationMs: number): DevicePlan {
  const plan: DevicePlan = { traits: new Map(), shows: new Map(), acts: [] };
  for (const { key, type } of TOWN) {
    plan.traits.set(key, chooseTrait(random));
    plan.shows.set(
      key,
      random.pick(type === 'lanterna' ? ['acceso', 'spento'] : ['spento', ...SIGNAL_COLORS]),
    );
    plan.acts.push(...chooseActs(random, durationMs).map((act) => ({ ...act, key })));
  }
  return plan;
}

function chooseTrait(random: SeededRandom): DeviceTrait {
  const isSlow = random.happens(0.15);
  const isLying = random.happens(0.08);
  const delayMs = isSlow ? random.between(SLOW_MS.least, SLOW_MS.most) : 0;
  return {
    kind: isSlow ? 'slow' : isLying ? 'lying' : 'obedient',
    delayMs,
    repeatsOnJoin: random.happens(0.5),
    keepsSession: random.happens(0.25),
  };
}

/** How likely it is that a device does so in a round, and how often at most. */
const HABITS = [
  { does: 'reboot', share: 0.15, most: 1 },
  { does: 'flap', share: 0.15, most: 4 },
  { does: 'zeros', share: 0.25, most: 4 },
  { does: 'report', share: 0.15, most: 4 },
  { does: 'switch', share: 0.15, most: 2 },
] as const;

function chooseActs(random: SeededRandom, durationMs: number) {
  const at = () => random.between(0, durationMs);
  const acts: { does: DeviceAct['does']; atMs: number }[] = [];
  if (random.happens(0.15)) {
    const mutedAt = at();
    acts.push({ does: 'mute', atMs: mutedAt });
    acts.push({ does: 'speak', atMs: mutedAt + random.between(MUTE_MS.least, MUTE_MS.most) });
  }
  for (const { does, share, most } of HABITS) {
    const times = random.happens(share) ? random.between(1, most) : 0;
    for (let time = 0; time < times; time += 1) acts.push({ does, atMs: at() });
  }
  return acts;
}

/** True for a device that always answers a command at once and with the truth. */
export function isGoodDevice(
  key: string,
  plan: { traits: ReadonlyMap<string, DeviceTrait>; acts: readonly DeviceAct[] },
): boolean {
  const isSteady = plan.acts.every((act) => act.key !== key || act.does === 'zeros' || act.does === 'report');
  return isSteady && plan.traits.get(key)?.kind === 'obedient';
}
