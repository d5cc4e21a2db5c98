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

function backUp({ town }: Scene): void {
  if (town.isRunning() && disk.fault === undefined) town.backUp();
}

/** All that happened since the backup is forgotten; then somebody looks at the lamps, and lets it go on. */
async function restore(scene: Scene, chance: SeededRandom): Promise<void> {
  const { town, judge, admin } = scene;
  if (!town.isRunning() || town.isSuspended() || disk.fault !== undefined) return;
  const madeAt = await town.restore();
  if (madeAt === undefined) return;
  judge.restored(madeAt);
  await runUntil(world.elapsed() + seconds(chance, 10, 3600));
  await admin.attempt('resumeAfterRestore', {});
}

const kill = (losesPower: boolean) => async (scene: Scene, chance: SeededRandom) => {
  if (!scene.town.isAlive()) return;
  scene.town.kill(losesPower);
  await restart(scene, seconds(chance, 1, 600));
};

/** The server stands still in the midst of whatever it does, and goes on as if nothing had been. */
function suspend({ town, judge }: Scene, chance: SeededRandom): void {
  if (!town.isRunning() || town.isSuspended()) return;
  const forMs = seconds(chance, 1, 90);
  judge.isDisturbed('pages', forMs + AROUND_MS);
  town.suspend(forMs, chance.happens(0.5));
}

/** The process ends at one of the next statements, whatever it is about. */
async function endAtStatement(scene: Scene, chance: SeededRandom, meanwhile: () => Promise<unknown>) {
  disk.endsIn = chance.between(1, 400);
  await meanwhile();
  await runUntil(world.elapsed() + seconds(chance, 1, 60));
  disk.endsIn = 0;
  await restart(scene, seconds(chance, 1, 60));
}

async function killAtCommand(scene: Scene, chance: SeededRandom): Promise<void> {
  const body = { command: chance.pick(['giallo', 'rosso', 'verde']) };
  if (scene.town.isRunning())
    await endAtStatement(scene, chance, () => scene.anna.attempt('sendCommand', { body }));
}

/** Around the next beginning or end of an alert or a plan, when one is near. */
async function killAtStep(scene: Scene, chance: SeededRandom): Promise<void> {
  if (!scene.town.isRunning()) return;
  const step = await scene.town.read((db) =>
    db
      .selectFrom('schedules')
      .select('execute_at')
      .where('outcome', 'is', null)
      .where('execute_at', '>', world.now())
      .orderBy('execute_at')
      .executeTakeFirst(),
  );
  const waitMs = (step?.execute_at ?? Number.POSITIVE_INFINITY) - world.now();
  if (waitMs > DAY_MS) return;
  await runUntil(world.elapsed() + waitMs - chance.between(0, 100));
  if (scene.town.isRunning()) await endAtStatement(scene, chance, () => Promise.resolve());
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

function losePosts({ town }: Scene, chance: SeededRandom): void {
  town.posts.isAway(true);
  world.after(seconds(chance, 10, 3 * 3600), () => town.posts.isAway(false));
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
    suspend,
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
  backup: { perYear: 30, happen: backUp },
  restore: { perYear: 3, happen: restore },
  kill: { perYear: 8, happen: kill(false) },
  'power cut': { perYear: 8, happen: kill(true) },
  'kill at a command': { perYear: 20, happen: killAtCommand },
  'kill at a step': { perYear: 30, happen: killAtStep },
  'command in trouble': { perYear: 80, happen: troubleCommand },
  disk: { perYear: 8, happen: breakDisk },
  broker: { perYear: 8, happen: stopBroker },
  suspension: { perYear: 12, happen: suspend },
  link: { perYear: 12, happen: cutLink },
  reboot: { perYear: 90, happen: reboot },
  lightning: { perYear: 12, happen: dip },
  'device away': { perYear: 25, happen: loseDevice },
  misbehaviour: { perYear: 15, happen: misbehave },
  'switch by hand': { perYear: 15, happen: switchByHand },
  clock: { perYear: 5, happen: setClock },
  'telegram away': { perYear: 5, happen: loseTelegram },
  'posts away': { perYear: 5, happen: losePosts },
  'bulletins away': { perYear: 3, happen: loseBulletins },
} as const satisfies Record<string, Happening>;
