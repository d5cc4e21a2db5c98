import {
  type ChannelReading,
  type ChannelSignal,
  channelStep,
  parseChannelState,
  readSignals,
  writeChannelState,
} from './channel-level.ts';
import { channelText } from './channel-text.ts';
import type { ChannelsRepository, ComuneChannel } from './channels.repository.ts';
import type { NoticeNeeds } from './notice-needs.ts';
import { createSettling } from './settling.ts';

/** A change is posted when nothing else changed for this long. */
const SETTLED_AFTER_MS = 5000;
/**
 * A level that lasted this long is posted whatever single signals do: one with a bad contact must not delay an
 * alert.
 */
const POSTED_AT_LATEST_MS = 30_000;

export type ChannelCheckOptions = Pick<NoticeNeeds, 'outbox' | 'clock'> & {
  repository: ChannelsRepository;
  /** But for signals of an exercise: nothing of it is for citizens. */
  signalsOf: (userId: number) => Promise<readonly ChannelSignal[]>;
  settledAfterMs?: number;
  postedAtLatestMs?: number;
};

/** Checks the channel of one Comune: posts the level of its signals when it has changed and settled. */
export type ChannelCheck = {
  /** True once the user's signals have settled and are dealt with. */
  check: (comune: ComuneChannel) => Promise<boolean>;
  /** Deletes what is remembered of the user's signals between two checks. */
  forget: (userId: number) => void;
};

export function createChannelCheck(options: ChannelCheckOptions): ChannelCheck {
  const { repository, clock } = options;
  const settling = createSettling({
    settledAfterMs: options.settledAfterMs ?? SETTLED_AFTER_MS,
    dueAfterMs: options.postedAtLatestMs ?? POSTED_AT_LATEST_MS,
  });

  const post = async (comune: ComuneChannel, reading: ChannelReading, since: number) => {
    const { userId, channel } = comune;
    // A post to another channel does not count: this one has no post yet.
    const last = comune.last?.channel === channel ? comune.last : undefined;
    const step = channelStep(last && parseChannelState(last.state), reading);
    if (step === 'nothing') return;
    const state = writeChannelState(reading);
    if (step === 'post') {
      // The key contains the post before, so that a crash between the two writes does not repeat this one.
      const key = `channel:${userId}:${comune.last?.at ?? 0}:${state}`;
      const text = channelText(comune.username, reading, since);
      await options.outbox.put([{ chatId: channel, key, text }]);
    }
    await repository.save(userId, { channel, state, at: clock.now() });
  };

  return {
    check: async (comune) => {
      const signals = await options.signalsOf(comune.userId);
      const reading = readSignals(signals);
      const seen = { signals, level: reading?.level, now: clock.now() };
      const { isSettled, isDue, levelSince } = settling.observe(comune.userId, seen);
      if (isDue && reading) await post(comune, reading, levelSince);
      return isSettled;
    },
    forget: settling.forget,
  };
}
