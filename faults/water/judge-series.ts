import { type GaugeState, UNKNOWN_GAUGE, USUAL_LIMITS } from '@semaforo/contract/domain/sensors/gauge-state';
import type { SiteRule } from '@semaforo/contract/domain/sensors/site-rule';
import { type GaugeEvent, restoredGauge, stepGauge } from '@semaforo/contract/domain/sensors/step-gauge';
import { createSeededRandom } from '../truth/seeded-random.ts';
import { DAY_MS, MINUTE_MS } from '../years/times.ts';
import { type Said, seriesOf, YEAR_MS } from './series.ts';

/** What became of years of sites: each a sentence that names site and time. */
export type Judged = {
  floods: number;
  missed: string[];
  falseRossi: string[];
  silences: number;
  faults: number;
};

const START = Date.UTC(2026, 0, 1);
const ROSSO_CM = 30;
const CLEAR_CM = 22;
const RULE: SiteRule = {
  thresholds: [
    { color: 'arancio', at: 15, clear_at: 10, for_s: 90 },
    { color: 'rosso', at: ROSSO_CM, clear_at: CLEAR_CM, for_s: 90 },
  ],
  ...{ rate_per_min: 5, policy: 'raise', device_ids: [1], local: false, votes: 1 },
  ...{ silent: 'raise', silent_after_s: 360, silent_color: 'giallo', float_color: 'rosso' },
};
/** The water must stand there for this long, and somebody must hear the board for this long, until rosso is due. */
const DUE_AFTER_MS = 5 * MINUTE_MS;
/** A rosso is right when the water was up to its clear level within this time before or after. */
const RIGHT_WITHIN_MS = 10 * MINUTE_MS;
/** A server that starts again in the middle of it changes nothing. */
const RESTARTS_EVERY_MS = 3 * DAY_MS;

/** Runs the real machine of gauges over years of sites, a measure a minute, and judges what it asked for. */
export function judgeSites(options: { seed: number; sites: number; days: number }): Judged {
  const all: Judged = { floods: 0, missed: [], falseRossi: [], silences: 0, faults: 0 };
  for (let site = 1; site <= options.sites; site += 1) judgeSite(site, options, all);
  return all;
}

/** What is known of a site from one minute to the next. */
type Site = { state: GaugeState; dueSince: number | undefined; isFlood: boolean };

function judgeSite(number: number, { seed, days }: { seed: number; days: number }, all: Judged): void {
  const years = Math.max(1, Math.ceil(days / 365));
  const series = seriesOf(createSeededRandom(seed, number), { from: START, years });
  const site: Site = { state: UNKNOWN_GAUGE, dueSince: undefined, isFlood: false };
  const end = START + Math.min(days * DAY_MS, years * YEAR_MS);
  for (let now = START; now < end; now += MINUTE_MS) {
    if ((now - START) % RESTARTS_EVERY_MS === 0)
      site.state = restoredGauge(JSON.parse(JSON.stringify(site.state)) as GaugeState, now - START);
    judgeMinute(site, series, { now, number, all });
  }
}

function judgeMinute(
  site: Site,
  { water, said }: ReturnType<typeof seriesOf>,
  { now, number, all }: { now: number; number: number; all: Judged },
): void {
  const spoken = said(now);
  const level = water(now);
  const wasRosso = site.state.fired.rosso !== undefined;
  const { state, events } = happen(site.state, spoken, now);
  site.state = state;
  all.silences += events.filter(({ kind }) => kind === 'silent').length;
  all.faults += events.filter(({ kind }) => kind === 'fault').length;
  const isRosso = state.fired.rosso !== undefined;
  const where = `site ${number}, ${new Date(now).toISOString()}: ${level.toFixed(1)} cm`;
  if (isRosso && !wasRosso && !isRight(water, now))
    all.falseRossi.push(`${where}, said ${JSON.stringify(spoken)}`);
  const isFlood = level >= ROSSO_CM;
  if (isFlood && !site.isFlood) all.floods += 1;
  site.isFlood = isFlood;
  site.dueSince = isFlood && !spoken.isSilent ? (site.dueSince ?? now) : undefined;
  const isDue = site.dueSince !== undefined && now - site.dueSince === DUE_AFTER_MS;
  if (isDue && !isRosso) all.missed.push(where);
}

function happen(state: GaugeState, { level, float, isSilent }: Said, now: number) {
  const readings = [
    ...(level === undefined ? [] : [{ quantity: 'level' as const, value: level }]),
    { quantity: 'float' as const, value: float ? 1 : 0 },
  ].map((reading) => ({ ...reading, at: null, isGood: true, isImplied: false }));
  const measured: GaugeEvent = isSilent ? { kind: 'tick' } : { kind: 'measured', readings, isKept: false };
  const at = { now, elapsed: now - START, linkElapsed: 0, limits: USUAL_LIMITS, rule: RULE };
  const first = stepGauge(state, measured, at);
  // Half a minute later time has passed.
  const later = { ...at, now: now + MINUTE_MS / 2, elapsed: at.elapsed + MINUTE_MS / 2 };
  const second = stepGauge(first.state, { kind: 'tick' }, later);
  return { state: second.state, events: [...first.events, ...second.events] };
}

function isRight(water: (at: number) => number, now: number): boolean {
  for (let at = now - RIGHT_WITHIN_MS; at <= now + RIGHT_WITHIN_MS; at += MINUTE_MS)
    if (water(at) >= CLEAR_CM) return true;
  return false;
}
