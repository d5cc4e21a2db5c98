import { conditionOf } from '@semaforo/contract/domain/condition';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import {
  type ChannelSignal,
  citizensGravity,
  countedStatusOf,
  isHeldBack,
  reportsNothing,
  type Shown,
  type ShownBySignals,
} from './shown-by-signals.ts';

/** What a channel posted last. */
export type ChannelState = {
  /** The gravest confirmed color, or `spento` when all confirmed signals are dark. */
  level: SignalColor | 'spento';
  /** True when it holds for all signals. */
  everywhere: boolean;
  /** True when the channel has also said that signals which showed the level do not confirm it any more. */
  unanswered: boolean;
};

/** An alert that a person, or the end that a person confirmed, ended on a signal; `at` in epoch milliseconds. */
export type EndedOn = { deviceId: number; color: SignalColor; at: number };

/** All that decides what citizens read. */
export type ChannelFacts = {
  signals: readonly ChannelSignal[];
  shown: ShownBySignals;
  /** The gravest color of the real alerts in course for these signals; null without one. */
  inForce: SignalColor | null;
  ended: readonly EndedOn[];
};

/** A post, with the signals that its text counts and names. */
export type ChannelPost = ChannelState & { named: readonly ChannelSignal[]; total: number };

export type ChannelDecision = { step: 'post' | 'remember'; post: ChannelPost } | { step: 'nothing' };

const NOTHING = { step: 'nothing' } as const;

/**
 * What a channel posts, remembers without a post, or leaves (docs/rules.md#citizens). A graver level is posted whatever
 * the other signals do. A milder one needs that each signal that showed the graver one has itself reported otherwise,
 * or that a person ended that alert, and that neither an alert in course nor what is desired of a signal says more.
 */
export function decidePost(last: ChannelState | undefined, facts: ChannelFacts): ChannelDecision {
  const reading = readSignals(facts.signals);
  const { level } = reading;
  if (level !== null && citizensGravity(level) > citizensGravity(last?.level)) return post(reading, level);
  // After a reconnection the first signals do not speak for those that have not reported yet.
  if (reading.isWaiting) return NOTHING;
  const holding = signalsThatHold(facts, citizensGravity(level));
  if (level === null || holding.length > 0) return postUnanswered(last, holding, reading);
  if (gravestExpected(facts) > citizensGravity(level) || !reading.complete) return NOTHING;
  return milderStep(last, facts.signals, reading, level);
}

/** The stored text of a state, such as `rosso in parte`. */
export function writeChannelState({ level, everywhere, unanswered }: ChannelState): string {
  return `${level}${everywhere ? '' : IN_PART}${unanswered ? UNANSWERED : ''}`;
}

/** The state of a stored text; undefined for any other text. */
export function parseChannelState(text: string): ChannelState | undefined {
  const unanswered = text.endsWith(UNANSWERED);
  const rest = unanswered ? text.slice(0, -UNANSWERED.length) : text;
  const everywhere = !rest.endsWith(IN_PART);
  const level = everywhere ? rest : rest.slice(0, -IN_PART.length);
  return level === 'spento' || isSignalColor(level) ? { level, everywhere, unanswered } : undefined;
}

const IN_PART = ' in parte';
const UNANSWERED = ', senza risposta';

type Reading = ReturnType<typeof readSignals>;

/** What the signals that count say together. */
function readSignals(signals: readonly ChannelSignal[]) {
  const known = signals.filter((signal) => signal.status !== null && !reportsNothing(signal));
  const counted = known.filter((signal) => countedStatusOf(signal) !== null);
  const level =
    counted.length === 0
      ? null
      : ([...SIGNAL_COLORS].reverse().find((color) => counted.some(({ status }) => status === color)) ??
        ('spento' as const));
  const showing = counted.filter(({ status }) => status === level);
  const isWaiting = known.some((signal) => conditionOf(signal) === 'stale');
  const complete = !isWaiting && counted.length * 2 > known.length;
  const everywhere = complete && showing.length === counted.length;
  return { level, showing, everywhere, complete, isWaiting, total: known.length };
}

/** The signals that do not count now and showed something graver, which no person has ended. */
export function signalsThatHold({ signals, shown, ended }: ChannelFacts, gravity: number): ChannelSignal[] {
  return signals.filter((signal) => {
    const last = shown.get(signal.id);
    if (last === undefined || !isHeldBack(signal, last)) return false;
    return citizensGravity(last.status) > gravity && !isEnded(signal, last, ended);
  });
}

function isEnded({ id }: ChannelSignal, { status, at }: Shown, ended: readonly EndedOn[]): boolean {
  return ended.some(
    (end) => end.deviceId === id && end.at >= at && citizensGravity(end.color) >= citizensGravity(status),
  );
}

/** How grave alerts in course are, what is desired of the signals, and what some show without being asked. */
export function gravestExpected({ signals, inForce }: ChannelFacts): number {
  const ofSignals = signals
    .filter(({ inExercise }) => !inExercise)
    .flatMap(({ desired, outOfSync, status, error, stale, inMaintenance }) => [
      desired?.value,
      outOfSync && !error && !stale && !inMaintenance ? status : null,
    ]);
  return Math.max(...[inForce, ...ofSignals].map(citizensGravity));
}

/** The last level holds on; that its signals do not confirm it is posted once. */
function postUnanswered(
  last: ChannelState | undefined,
  holding: readonly ChannelSignal[],
  { total }: Reading,
): ChannelDecision {
  const isAlert = last !== undefined && citizensGravity(last.level) > 0;
  // That these do not answer is not said: exercises are not published, and of those in maintenance it is known.
  const named = holding.filter((signal) => !reportsNothing(signal));
  if (!isAlert || last.unanswered || named.length === 0) return NOTHING;
  return { step: 'post', post: { ...last, unanswered: true, named, total } };
}

/** A level that is not graver than the last one, and that nothing contradicts. */
function milderStep(
  last: ChannelState | undefined,
  signals: readonly ChannelSignal[],
  reading: Reading,
  level: SignalColor | 'spento',
): ChannelDecision {
  if (level === 'spento') return citizensGravity(last?.level) > 0 ? post(reading, level) : NOTHING;
  if (level === 'verde') return greenStep(last, signals, reading);
  const isSame = last?.level === level && last.everywhere === reading.everywhere;
  return isSame ? NOTHING : post(reading, level);
}

/** 'Nessuna allerta' only when every signal of the place confirms verde: unknown and dark ones do not. */
function greenStep(
  last: ChannelState | undefined,
  signals: readonly ChannelSignal[],
  reading: Reading,
): ChannelDecision {
  const silent = signals.filter((signal) => countedStatusOf(signal) !== 'verde');
  const base = { level: 'verde', unanswered: false, total: signals.length } as const;
  // A few green signals among dark ones do not mean that there is no alert.
  if (reading.showing.length * 2 <= reading.total) return NOTHING;
  // A channel does not begin with a 'nessuna allerta' that no operator declared.
  if (last === undefined) return { step: 'remember', post: { ...base, everywhere: true, named: [] } };
  if (silent.length === 0) {
    const isPosted = last.level === 'verde' && last.everywhere;
    return isPosted ? NOTHING : { step: 'post', post: { ...base, everywhere: true, named: [] } };
  }
  if (citizensGravity(last.level) === 0 || silent.some(({ inExercise }) => inExercise)) return NOTHING;
  return { step: 'post', post: { ...base, everywhere: false, named: silent } };
}

function post({ showing, everywhere, total }: Reading, level: ChannelState['level']): ChannelDecision {
  return { step: 'post', post: { level, everywhere, unanswered: false, named: showing, total } };
}
