import { addDays, recurringInstant, romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SeededRandom } from '../truth/seeded-random.ts';
import { bulletinOf } from './bulletins.ts';
import { WEEKLY } from './comune.ts';
import type { Scene } from './scene.ts';
import { world } from './simulated-host.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './times.ts';

/** Boards say so often that they are there: one that misses three turns of at most 15 minutes is quiet. */
const BEATS_EVERY_MS = 44 * MINUTE_MS;
const BULLETIN_AT_MS = 14.2 * HOUR_MS;
/** A little later, all that waits for an instant is looked at. */
const JUST_AFTER_MS = 10;
const MONDAY = 1;
const SATURDAY = 6;

const at = (elapsed: number, run: () => void) => world.after(elapsed - world.elapsed(), run);

/** What goes on by itself every day: devices say that they are there, bulletins come, plans and alerts are due. */
export function startDays(scene: Scene, chance: SeededRandom): void {
  publishBulletin(scene, chance);
  beatFrom(scene, BEATS_EVERY_MS);
  publishFrom(scene, chance, 0);
  lookFrom(0);
}

function publishBulletin({ town }: Scene, chance: SeededRandom): void {
  for (const [address, document] of bulletinOf(world.now(), chance))
    town.documents.publish(address, document);
}

function beatFrom(scene: Scene, elapsed: number): void {
  at(elapsed, () => {
    for (const device of scene.devices) device.beat();
    beatFrom(scene, elapsed + BEATS_EVERY_MS);
  });
}

function publishFrom(scene: Scene, chance: SeededRandom, day: number): void {
  at(day * DAY_MS + BULLETIN_AT_MS, () => {
    publishBulletin(scene, chance);
    publishFrom(scene, chance, day + 1);
  });
}

/** Recurring plans, and the alerts of bulletins, begin and end at these hours of tomorrow. */
function lookFrom(day: number): void {
  const tomorrow = addDays(romeWallTime(world.now()).date, 1);
  const weekday = new Date(`${tomorrow}T12:00:00Z`).getUTCDay();
  const plan = weekday === MONDAY ? WEEKLY[0] : weekday === SATURDAY ? WEEKLY[1] : undefined;
  for (const time of ['00:00', ...(plan ? [plan.begin, plan.end] : []), '23:59']) {
    world.lookIn(recurringInstant(tomorrow, time).at - world.now() + JUST_AFTER_MS);
  }
  at((day + 1) * DAY_MS, () => lookFrom(day + 1));
}
