import { hash, randomFrom } from '../truth/seeded-random.ts';
import { BREAKDOWNS } from './breakdowns.ts';
import { PEOPLE } from './people.ts';
import type { Happening } from './scene.ts';
import { DAY_MS } from './times.ts';

export const HAPPENINGS: Readonly<Record<string, Happening>> = { ...PEOPLE, ...BREAKDOWNS };

/** Something that is to happen at that time (ms since the beginning): the so manyth of its name. */
export type Planned = { at: number; name: string; number: number };

/** How often everything is done in a year, times what people and things do on average. */
const OFTEN = [0, 0.5, 1, 1, 2] as const;
const FIRST_AT_MS = 60_000;

/** Numbers of its own for each part of a seed: what is left out changes nothing of the rest. */
export function chanceOf(seed: number, part: string) {
  return randomFrom(seed ^ hash(part));
}

/** What happens in so many days, in its order. Each seed has its own mix of what happens, and how often. */
export function planYear({
  seed,
  days,
  without,
}: {
  seed: number;
  days: number;
  without: ReadonlySet<string>;
}) {
  const planned: Planned[] = [];
  for (const [name, { perYear }] of Object.entries(HAPPENINGS)) {
    const chance = chanceOf(seed, name);
    const often = chance.pick([...OFTEN]);
    if (often === 0 || without.has(name)) continue;
    const meanMs = (365 * DAY_MS) / (perYear * often);
    const waitMs = () => Math.round(-Math.log(1 - chance.next()) * meanMs);
    for (let at = FIRST_AT_MS + waitMs(), number = 0; at < days * DAY_MS; at += waitMs(), number += 1) {
      planned.push({ at, name, number });
    }
  }
  return planned.sort((one, other) => one.at - other.at);
}
