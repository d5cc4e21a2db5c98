import { COMMAND_POINTS, type CommandPoint } from '@semaforo/server/platform/fail-point';

/** What is under way when the server dies: a schedule, two for the same instant, or the click on a lantern. */
export type CrashAct = 'schedule' | 'pair' | 'click';

export type Crash = {
  /** Counts from 0. The names of its Comune and devices contain it. */
  number: number;
  point: CommandPoint;
  pass: number;
  act: CrashAct;
  /**
   * True: the crash comes at the start of a server, while it finishes what the previous crash left. False: it comes
   * later, when that work is done and the server is idle.
   */
  atStart: boolean;
  /** A second signal obeys but never reports. */
  withMuteSignal: boolean;
  /** How long the server then stays down. After two seconds a schedule is late. */
  downMs: number;
};

const ACTS: readonly CrashAct[] = ['schedule', 'pair', 'schedule', 'click'];
/** A command to a signal is four messages. */
const MESSAGES = 4;
const LATE_AFTER_MS = 2100;

/**
 * Plans `count` crashes that together cover every point with every act. Those with a mute signal come last, because
 * they stay under way until their deadline.
 */
export function planCrashes(count: number): Crash[] {
  return Array.from({ length: count }, (_, number) => {
    const point = COMMAND_POINTS[number % COMMAND_POINTS.length] ?? 'before-claim';
    const round = Math.floor(number / COMMAND_POINTS.length);
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

function actAt(point: CommandPoint, round: number): CrashAct {
  const act = ACTS[round % ACTS.length] ?? 'schedule';
  // A click does not claim a schedule.
  return act === 'click' && point.endsWith('-claim') ? 'schedule' : act;
}

function passAt(point: CommandPoint, act: CrashAct, round: number): number {
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
