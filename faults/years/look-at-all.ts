import { OPERATOR } from './comune.ts';
import type { Scene } from './scene.ts';
import { disk } from './simulated-disk.ts';
import { runUntil, world } from './simulated-host.ts';
import { readRecords } from './stored-records.ts';
import { DAY_MS, MINUTE_MS } from './times.ts';

/** Longer than anything lasts. */
const READS_BACK_MS = 12 * DAY_MS;
/** The check of the whole audit takes longer from year to year. */
const AUDITED_EACH = 6;
const CALM_AFTER_MS = 15 * MINUTE_MS;
/** Whatever breaks is whole again after three hours. */
const WAITS_AT_MOST = 20;
/** A warning that a signal has left is commanded again after 5 minutes at the latest. */
const SETTLES_WITHIN_MS = 310_000;
/** A word that is said is heard by then. */
const HEARD_WITHIN_MS = 5000;
/** What is said has come to every page by then. */
const SHOWN_AFTER_MS = 500;

/** Waits until nothing is broken any more, and judges what is shown and stored then. */
export function createLookAtAll(scene: Scene): () => Promise<void> {
  const { town, devices, judge, journal } = scene;
  let looks = 0;
  const isCalm = () =>
    disk.fault === undefined &&
    town.isRunning() &&
    town.broker.isLinked() &&
    devices.every((device) => device.isJoined());
  const listObedient = () =>
    devices.filter((device) => device.isJoined() && device.trait() === 'obedient').map(({ key }) => key);

  /** True once nothing has been broken for a while. */
  const comesToRest = async () => {
    if (!town.isAlive()) await town.start();
    for (let waits = 0; waits < WAITS_AT_MOST && !isCalm(); waits += 1) {
      await runUntil(world.elapsed() + CALM_AFTER_MS);
    }
    if (!isCalm()) judge.violated('not-calm', 'the server, its link or a device is still away');
    return isCalm();
  };
  const shown = () => town.pages.all().map((page) => page.records());

  return async () => {
    if (!(await comesToRest())) return;
    const before = new Set(listObedient());
    await runUntil(world.elapsed() + CALM_AFTER_MS);
    // What it said while the server was away may be lost: the next beat is live.
    for (const device of devices) device.beat();
    await runUntil(world.elapsed() + HEARD_WITHIN_MS);
    if (isCalm()) judge.joined(shown().flatMap((records) => [...records.values()]));
    for (const device of devices) device.repeat();
    const answered = await readSettled(scene);
    if (!answered || !isCalm()) return;
    const obedient = new Set(listObedient().filter((key) => before.has(key)));
    const citizens = await town.readPage(OPERATOR.username);
    judge.calm(answered, { pages: shown(), obedient, citizens });
    looks += 1;
    const withAudit = looks % AUDITED_EACH === 0;
    const records = await town.read((db) =>
      readRecords(db, { since: world.now() - READS_BACK_MS, withAudit }),
    );
    judge.stored(records, answered);
    judge.waits({ notifications: records.waiting, timers: world.timers(), messages: town.broker.waiting() });
    journal.note('looked at all');
  };
}

/** The records, once nothing is said or commanded while they are read and come to the pages. */
async function readSettled({ anna, judge }: Scene) {
  for (let tries = 0; tries < WAITS_AT_MOST; tries += 1) {
    await runUntil(world.elapsed() + SETTLES_WITHIN_MS);
    const before = judge.changes();
    const records = await anna.call('listDeviceStatuses', { query: {} });
    await runUntil(world.elapsed() + SHOWN_AFTER_MS);
    if (judge.changes() === before) return records;
  }
  return undefined;
}
