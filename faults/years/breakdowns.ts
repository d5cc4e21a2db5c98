import type { SeededRandom } from '../truth/seeded-random.ts';
import { click, clickBeside } from './people.ts';
import type { Happening, Scene } from './scene.ts';
import { disk } from './simulated-disk.ts';
import { runUntil, world } from './simulated-host.ts';
import { DAY_MS, MINUTE_MS } from './times.ts';

function someDevice({ devices }: Scene, chance: SeededRandom) {
  return devices[chance.between(0, devices.length - 1)];
}

/** So near to a command. */
const AROUND_MS = 3000;

const seconds = (chance: SeededRandom, from: number, to: number) => 1000 * chance.between(from, to);

/** It is away for a while, and starts again. */
async function restart({ town }: Scene, downMs: number): Promise<void> {
  await runUntil(world.elapsed() + downMs);
  if (!town.isAlive()) await town.start();
}

async function upgrade(scene: Scene, chance: SeededRandom): Promise<void> {
  if (!scene.town.isRunning()) return;
  await scene.town.stop();
  await restart(scene, seconds(chance, 2, 120));
}

const kill = (losesPower: boolean) => async (scene: Scene, chance: SeededRandom) => {
  if (!scene.town.isAlive()) return;
  scene.town.kill(losesPower);
  await restart(scene, seconds(chance, 1, 600));
};

/** The process ends at one of the next statements, whatever it is about; with luck in the midst of a command. */
async function killAtStatement(scene: Scene, chance: SeededRandom): Promise<void> {
  if (!scene.town.isRunning()) return;
  disk.endsIn = chance.between(1, 400);
  await scene.anna.attempt('sendCommand', { body: { command: chance.pick(['giallo', 'rosso', 'verde']) } });
  await runUntil(world.elapsed() + seconds(chance, 1, 60));
  disk.endsIn = 0;
  await restart(scene, seconds(chance, 1, 60));
}

function breakDisk({ journal, judge }: Scene, chance: SeededRandom): void {
  const fault = chance.pick(['full', 'read-only', 'failing']);
  const forMs = seconds(chance, 1, 300);
  journal.note(`the disk is ${fault} for ${forMs / 1000} s`);
  disk.fault = fault;
  judge.isDisturbed('disk', forMs + 5000);
  world.isBusy(forMs);
  world.after(forMs, () => {
    disk.fault = undefined;
    world.isBusy();
  });
}

function stopBroker({ town, devices, journal }: Scene, chance: SeededRandom): void {
  if (!town.broker.isUp()) return;
  const forMs = seconds(chance, 1, 300);
  journal.note(`the broker stops for ${forMs / 1000} s`);
  town.broker.stop(chance.happens(0.5));
  for (const device of devices) device.brokerLost();
  world.after(forMs, () => {
    town.broker.start();
    for (const device of devices) device.rejoinIn(chance.between(100, 20_000));
  });
}

function cutLink({ town }: Scene, chance: SeededRandom): void {
  const forMs = seconds(chance, 1, 600);
  town.broker.cut(forMs, chance.happens(0.5));
}

function reboot(scene: Scene, chance: SeededRandom): void {
  someDevice(scene, chance)?.reboot(seconds(chance, 1, 90));
}

/** Lightning: many boards dip at once. */
function dip(scene: Scene, chance: SeededRandom): void {
  for (const device of scene.devices) if (chance.happens(0.6)) device.reboot(seconds(chance, 1, 30));
  if (chance.happens(0.3)) cutLink(scene, chance);
}

function loseDevice(scene: Scene, chance: SeededRandom): void {
  someDevice(scene, chance)?.loseNetwork(seconds(chance, 5, 3 * 3600));
}

function misbehave(scene: Scene, chance: SeededRandom): void {
  const device = someDevice(scene, chance);
  if (device?.trait() !== 'obedient') return;
  device.behave(chance.pick(['slow', 'deaf', 'mute']));
  world.after(seconds(chance, 60, 3 * 3600), () => device.behave('obedient'));
}

/** Somebody switches a lamp on the spot. */
function switchByHand(scene: Scene, chance: SeededRandom): void {
  const color = chance.pick(['verde', 'giallo', 'rosso']);
  const device = someDevice(scene, chance);
  if (device?.type !== 'semaforo') return;
  world.isBusy();
  if (chance.happens(0.3)) device.light(color);
  else device.show(color);
}

/** The clock is set, and set right again. */
function setClock({ town, judge }: Scene, chance: SeededRandom): void {
  if (town.skewMs() !== 0) return;
  const forMs = seconds(chance, 60, 3600);
  judge.isDisturbed('clock', forMs + 5 * MINUTE_MS);
  judge.isDisturbed('stored times', forMs + 13 * DAY_MS);
  town.skew(chance.pick([-1, 1]) * chance.between(100, 90_000));
  world.after(forMs, () => town.skew(0));
}

function loseTelegram({ town }: Scene, chance: SeededRandom): void {
  town.telegram.isAway(true);
  world.after(seconds(chance, 10, 3 * 3600), () => town.telegram.isAway(false));
}

function loseBulletins({ town }: Scene, chance: SeededRandom): void {
  town.documents.isAway(true);
  world.after(seconds(chance, 600, 40 * 3600), () => town.documents.isAway(false));
}

/** Something happens within seconds of a command, before or after. */
async function troubleCommand(scene: Scene, chance: SeededRandom): Promise<void> {
  const trouble = chance.pick([
    loseDevice,
    reboot,
    dip,
    cutLink,
    stopBroker,
    breakDisk,
    misbehave,
    clickBeside,
  ]);
  const aheadMs = chance.between(-AROUND_MS, AROUND_MS);
  if (aheadMs < 0) {
    trouble(scene, chance);
    await runUntil(world.elapsed() - aheadMs);
  } else world.after(aheadMs, () => trouble(scene, chance));
  await click(scene, chance);
}

/** What breaks in a year. */
export const BREAKDOWNS = {
  upgrade: { perYear: 8, happen: upgrade },
  kill: { perYear: 8, happen: kill(false) },
  'power cut': { perYear: 8, happen: kill(true) },
  'kill at a statement': { perYear: 20, happen: killAtStatement },
  'command in trouble': { perYear: 80, happen: troubleCommand },
  disk: { perYear: 8, happen: breakDisk },
  broker: { perYear: 8, happen: stopBroker },
  link: { perYear: 12, happen: cutLink },
  reboot: { perYear: 90, happen: reboot },
  lightning: { perYear: 12, happen: dip },
  'device away': { perYear: 25, happen: loseDevice },
  misbehaviour: { perYear: 15, happen: misbehave },
  'switch by hand': { perYear: 15, happen: switchByHand },
  clock: { perYear: 5, happen: setClock },
  'telegram away': { perYear: 5, happen: loseTelegram },
  'bulletins away': { perYear: 3, happen: loseBulletins },
} as const satisfies Record<string, Happening>;
