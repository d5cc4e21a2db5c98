import { FAIL_POINTS, type FailPoint } from '@semaforo/server/platform/fail-point';
import { createSeededRandom } from '../truth/seeded-random.ts';

/**
 * What happens at the instant around which the server dies: an alert begins, ends, ends where another begins, is graver
 * than one in course, ends over a person's command, is raised by a machine, is revoked; or a recurring plan begins.
 */
export const ALERT_ACTS = [
  'begin',
  'end',
  'handover',
  'graver',
  'override',
  'raised',
  'revoked',
  'plan',
] as const;
export type AlertAct = (typeof ALERT_ACTS)[number];

/** A moment before or after the instant, or a point that the server passes; with `atStart` that of its next start. */
export type AlertCrash = { number: number; act: AlertAct; downMs: number } & (
  | { offsetMs: number }
  | { point: FailPoint; pass: number; atStart: boolean }
);

const AROUND_MS = 300;
/** A command to a signal is four messages. */
const MESSAGES = 4;
/** After two seconds a beginning is late, and runs by other rules. */
const LATE_AFTER_MS = 2100;
const OFTEN: readonly FailPoint[] = [
  'before-publish',
  'after-publish',
  'before-acknowledgement',
  'after-acknowledgement',
];

/** Half of the crashes are at moments, half at points; all acts and points in turn, the rest by the seed. */
export function planAlertCrashes(count: number, seed: number, acts: readonly AlertAct[]): AlertCrash[] {
  return Array.from({ length: count }, (_, number) => {
    const random = createSeededRandom(seed, number);
    const act = acts[number % acts.length] ?? 'begin';
    const round = Math.floor(number / acts.length);
    const crash = { number, act, downMs: random.happens(1 / 7) ? LATE_AFTER_MS : 0 };
    if (round % 2 === 0) return { ...crash, offsetMs: random.between(-AROUND_MS, AROUND_MS) };
    const point = FAIL_POINTS[(Math.floor(round / 2) + number) % FAIL_POINTS.length] ?? 'before-claim';
    const pass = OFTEN.includes(point) ? random.between(1, MESSAGES) : 1;
    return { ...crash, point, pass, atStart: random.happens(1 / 3) };
  });
}

/** A crash in words, by which it is found again. */
export function describeCrash(crash: AlertCrash): string {
  const where =
    'point' in crash
      ? `${crash.point}:${crash.pass}${crash.atStart ? ' at the start' : ''}`
      : `${crash.offsetMs} ms`;
  return `${crash.number} (${crash.act}, ${where})`;
}
