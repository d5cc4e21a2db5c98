import { conditionOf, confirmedStatusOf } from '@semaforo/contract/domain/condition';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import type { SignalView } from '../signal-view.ts';

/** A signal as the channel of a Comune counts it. */
export type ChannelSignal = Pick<SignalView, 'name' | 'status' | 'error' | 'stale' | 'pending' | 'outOfSync'>;

/** What a channel says: the gravest confirmed color, or `spento` when all confirmed signals are dark. */
export type ChannelState = {
  level: SignalColor | 'spento';
  /** True when it holds for all signals. */
  everywhere: boolean;
};

export type ChannelReading = ChannelState & {
  /** The signals that show the level. */
  showing: readonly ChannelSignal[];
  /** How many signals ever reported a lamp. */
  total: number;
  /** True when each signal has reported or is in error, and more than half of them are confirmed. */
  complete: boolean;
};

/** What a Comune's signals say together; undefined when none is confirmed. Signals in error do not count. */
export function readSignals(signals: readonly ChannelSignal[]): ChannelReading | undefined {
  const known = signals.filter(({ status }) => status !== null);
  const confirmed = known.filter((signal) => confirmedStatusOf(signal) !== null);
  if (confirmed.length === 0) return undefined;
  const level =
    [...SIGNAL_COLORS].reverse().find((color) => confirmed.some(({ status }) => status === color)) ??
    'spento';
  const showing = confirmed.filter(({ status }) => status === level);
  const isWaiting = known.some((signal) => conditionOf(signal) === 'stale');
  const complete = !isWaiting && confirmed.length * 2 > known.length;
  const everywhere = complete && showing.length === confirmed.length;
  return { level, everywhere, showing, total: known.length, complete };
}

/**
 * What to do with a settled reading: post it, remember it without a post, or nothing. A graver level is posted at
 * once, a milder one only when the reading is complete. Dark signals are not 'nessuna allerta'. All cases are in
 * docs/decisions/0016-notices.md.
 */
export function channelStep(
  last: ChannelState | undefined,
  { level, everywhere, showing, total, complete }: ChannelReading,
): 'post' | 'remember' | 'nothing' {
  const lastGravity = last === undefined ? 0 : gravity(last.level);
  if (gravity(level) > lastGravity) return 'post';
  if (!complete) return 'nothing';
  if (level === 'spento') return lastGravity > 0 ? 'post' : 'nothing';
  // A few green signals among dark ones do not mean that there is no alert.
  if (level === 'verde' && showing.length * 2 <= total) return 'nothing';
  if (last === undefined) return 'remember';
  if (level !== last.level) return 'post';
  return everywhere === last.everywhere || level === 'verde' ? 'nothing' : 'post';
}

/** The stored text of a state: `rosso` or `rosso in parte`. */
export function writeChannelState({ level, everywhere }: ChannelState): string {
  return everywhere ? level : `${level}${IN_PART}`;
}

/** The state of a stored text; undefined for any other text. */
export function parseChannelState(text: string): ChannelState | undefined {
  const everywhere = !text.endsWith(IN_PART);
  const level = everywhere ? text : text.slice(0, -IN_PART.length);
  return level === 'spento' || isSignalColor(level) ? { level, everywhere } : undefined;
}

const IN_PART = ' in parte';

/** 'Nessuna allerta' and dark signals are equally mild. */
function gravity(level: ChannelState['level']): number {
  return level === 'spento' ? 0 : SIGNAL_COLORS.indexOf(level);
}
