import { stormsOfYear, type Water, waterOf } from '@semaforo/simulator/water';
import type { SeededRandom } from '../truth/seeded-random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../years/times.ts';

export const YEAR_MS = 365 * DAY_MS;

/** From when to when (epoch ms) something is wrong with the probe or the board. */
type Spell = { kind: 'stuck' | 'gap' | 'drift' | 'nonsense'; from: number; to: number };

/** What a site's board says at a minute; `level` undefined: nothing of the level; `isSilent`: nothing at all. */
export type Said = { level: number | undefined; float: boolean; isSilent: boolean };

/** The water of a site, and what its board says of it. */
export type SiteSeries = { water: Water; said: (at: number) => Said };

const NOISE_CM = 0.5;
/** In a year, each at a time by lot. */
const SPIKES_A_YEAR = 60;
const SPELLS_A_YEAR: Record<Spell['kind'], { times: number; least: number; most: number }> = {
  stuck: { times: 4, least: 30 * MINUTE_MS, most: DAY_MS },
  gap: { times: 20, least: 5 * MINUTE_MS, most: 6 * HOUR_MS },
  drift: { times: 1, least: 10 * DAY_MS, most: 20 * DAY_MS },
  nonsense: { times: 6, least: MINUTE_MS, most: HOUR_MS },
};
/** Longer than this no probe drifts before somebody has looked at the alarm. */
const DRIFT_CM_A_DAY = 0.4;
const FLOAT_CM = 30;

/** Years of a site from that time on: storms, and a probe that spikes, sticks, drifts and falls silent. */
export function seriesOf(random: SeededRandom, { from, years }: { from: number; years: number }): SiteSeries {
  const begins = Array.from({ length: years }, (_, year) => from + year * YEAR_MS);
  const water = waterOf(begins.flatMap((begin) => stormsOfYear(begin, random.next)));
  const spells = begins.flatMap((begin) => spellsOf(random, begin));
  const spikes = new Map(
    begins.flatMap((begin) =>
      Array.from({ length: SPIKES_A_YEAR }, (): [number, number] => [
        Math.floor(random.between(begin, begin + YEAR_MS - 1) / MINUTE_MS) * MINUTE_MS,
        random.between(25, 300) * (random.happens(0.8) ? 1 : -1),
      ]),
    ),
  );
  let stuckAt: number | undefined;
  const said = (at: number): Said => {
    const now = spells.filter((spell) => spell.from <= at && at < spell.to);
    const is = (kind: Spell['kind']) => now.find((spell) => spell.kind === kind);
    const level = water(at);
    const float = level >= FLOAT_CM;
    if (is('gap')) return { level: undefined, float, isSilent: true };
    if (is('nonsense')) return { level: random.pick([-999, 65_535]), float, isSilent: false };
    const drift = is('drift');
    const moved = drift ? ((at - drift.from) / DAY_MS) * DRIFT_CM_A_DAY : 0;
    const measured = level + moved + (random.next() - 0.5) * 2 * NOISE_CM + (spikes.get(at) ?? 0);
    if (!is('stuck')) stuckAt = undefined;
    else stuckAt ??= measured;
    return { level: stuckAt ?? measured, float, isSilent: false };
  };
  return { water, said };
}

function spellsOf(random: SeededRandom, begin: number): Spell[] {
  return (Object.keys(SPELLS_A_YEAR) as Spell['kind'][]).flatMap((kind) => {
    const { times, least, most } = SPELLS_A_YEAR[kind];
    return Array.from({ length: times }, () => {
      const from = begin + random.between(0, YEAR_MS - most);
      return { kind, from, to: from + random.between(least, most) };
    });
  });
}
