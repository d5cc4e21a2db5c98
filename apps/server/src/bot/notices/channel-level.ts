import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isSignalColour, SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';

/**
 * A signal as a citizens' channel counts it: what it said since the broker was joined is confirmed; one in error
 * failed; of any other only the last known state is there. `place` is its name, null for none.
 */
export type ChannelSignal = {
  place: string | null;
  status: DeviceStatus | null;
  standing: 'confirmed' | 'failed' | 'unheard';
  pending: boolean;
};

/**
 * What a channel is told: the gravest confirmed colour, or `spento` when all that is confirmed is dark, and whether
 * it holds for all signals.
 */
export type ChannelState = { level: SignalColour | 'spento'; everywhere: boolean };

export type ChannelReading = ChannelState & {
  /** The signals that show the level, of all those that ever spoke. */
  showing: readonly ChannelSignal[];
  total: number;
  /** True when no signal is left to be heard, and more than half of them are confirmed. */
  complete: boolean;
};

/** What a Comune's signals say together; undefined when none is confirmed. Errors count for nothing. */
export function readSignals(signals: readonly ChannelSignal[]): ChannelReading | undefined {
  const spoken = signals.filter(({ status }) => status !== null);
  const confirmed = spoken.filter(({ standing }) => standing === 'confirmed');
  if (confirmed.length === 0) return undefined;
  const level =
    [...SIGNAL_COLOURS].reverse().find((colour) => confirmed.some(({ status }) => status === colour)) ??
    'spento';
  const showing = confirmed.filter(({ status }) => status === level);
  const complete =
    !spoken.some(({ standing }) => standing === 'unheard') && confirmed.length * 2 > spoken.length;
  const everywhere = complete && showing.length === confirmed.length;
  return { level, everywhere, showing, total: spoken.length, complete };
}

/**
 * What a settled reading asks for after what the channel was last told: to post it, to remember it without a post,
 * or nothing. A graver level is told at once; a milder one only on a complete reading; dark is no level, and never
 * 'nessuna allerta' (docs/decisions/0016-notices.md).
 */
export function channelStep(
  last: ChannelState | undefined,
  { level, everywhere, showing, total, complete }: ChannelReading,
): 'post' | 'remember' | 'nothing' {
  const lastGravity = last === undefined ? 0 : gravity(last.level);
  if (gravity(level) > lastGravity) return 'post';
  if (!complete) return 'nothing';
  if (level === 'spento') return lastGravity > 0 ? 'post' : 'nothing';
  // Among dark signals a few green ones do not speak for the Comune.
  if (level === 'verde' && showing.length * 2 <= total) return 'nothing';
  if (last === undefined) return 'remember';
  if (level !== last.level) return 'post';
  return everywhere === last.everywhere || level === 'verde' ? 'nothing' : 'post';
}

/** As it is stored: `rosso` or `rosso in parte`. */
export function writeChannelState({ level, everywhere }: ChannelState): string {
  return everywhere ? level : `${level}${IN_PART}`;
}

/** The state that a stored text says; undefined for any other text. */
export function parseChannelState(text: string): ChannelState | undefined {
  const everywhere = !text.endsWith(IN_PART);
  const level = everywhere ? text : text.slice(0, -IN_PART.length);
  return level === 'spento' || isSignalColour(level) ? { level, everywhere } : undefined;
}

const IN_PART = ' in parte';

/** No alert and no level at all are equally mild. */
function gravity(level: ChannelState['level']): number {
  return level === 'spento' ? 0 : SIGNAL_COLOURS.indexOf(level);
}
