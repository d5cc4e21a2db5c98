import { FAIL_POINTS, type FailPoint } from '@semaforo/server/platform/fail-point';

/** What is under way when the server dies: a schedule, two for the same instant, or the click on a lantern. */
export type CrashAct = 'schedule' | 'pair' | 'click';

export type Crash = {
  /** Counts from 0; its Comune and devices are called after it. */
  number: number;
  point: FailPoint;
  pass: number;
  act: CrashAct;
  /** True: at the start, while it makes good what the crash before left; false: later, when that is done and all is quiet. */
  atStart: boolean;
  /** A second signal obeys, and never says so. */
  withMuteSignal: boolean;
  /** How long the server then stays down: past two seconds a schedule is late. */
  downMs: number;
};

const ACTS: readonly CrashAct[] = ['schedule', 'pair', 'schedule', 'click'];
/** A signal is told in four messages. */
const MESSAGES = 4;
const LATE_AFTER_MS = 2100;

/** So many crashes, that pass every point by every act; those with a mute signal come last, for they stay under way until their deadline. */
export function planCrashes(count: number): Crash[] {
  return Array.from({ length: count }, (_, number) => {
    const point = FAIL_POINTS[number % FAIL_POINTS.length] ?? 'before-claim';
    const round = Math.floor(number / FAIL_POINTS.length);
    const act = actAt(point, round);
    return {
      number,
      point,
      pass: passAt(point, act, round),
      act,
      atStart: act !== 'click' && (number + round) % 2 === 0,
      withMuteSignal: act !== 'click' && number >= count - Math.ceil(count / 10),
      downMs: number % 7 === 6 ? LATE_AFTER_MS : 0,
    };
  });
}

function actAt(point: FailPoint, round: number): CrashAct {
  const act = ACTS[round % ACTS.length] ?? 'schedule';
  // A click claims nothing.
  return act === 'click' && point.endsWith('-claim') ? 'schedule' : act;
}

function passAt(point: FailPoint, act: CrashAct, round: number): number {
  switch (point) {
    case 'before-publish':
    case 'after-publish':
    case 'before-acknowledgement':
    case 'after-acknowledgement':
      return act === 'schedule' ? 1 + (round % MESSAGES) : 1;
    case 'before-mark':
    case 'after-mark':
      return act === 'pair' ? 1 + (Math.floor(round / ACTS.length) % 2) : 1;
    case 'before-claim':
      return 1 + (round % 3);
    case 'after-claim':
    case 'before-outcome':
    case 'after-outcome':
      return 1;
  }
}
