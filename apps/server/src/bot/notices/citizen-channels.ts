import { isTelegramChannel } from '@semaforo/contract/domain/telegram-channel';
import type { Clock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Outbox } from '../outbox/outbox.port.ts';
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
import { createSettling } from './settling.ts';

/** A change is posted when nothing else changed for this long. */
const SETTLED_AFTER_MS = 5000;
/**
 * A level that lasted this long is posted whatever single signals do: one with a bad contact must not delay an
 * alert.
 */
const POSTED_AT_LATEST_MS = 30_000;
const CHECK_EVERY_MS = 500;

/** Posts to each Comune's public channel when the confirmed level of its signals has changed and settled. */
export type CitizenChannels = {
  /** To be called whenever a signal of that owner may have changed. Cheap. */
  touch: (ownerId: number) => void;
  /** Checks all channels: at the start, and when the link to the broker comes or goes. */
  touchAll: () => void;
  stop: () => Promise<void>;
};

export function createCitizenChannels(options: {
  repository: ChannelsRepository;
  signalsOf: (userId: number) => readonly ChannelSignal[];
  outbox: Outbox;
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
  settledAfterMs?: number;
  postedAtLatestMs?: number;
  checkEveryMs?: number;
}): CitizenChannels {
  const { repository, clock, logger } = options;
  const settling = createSettling({
    settledAfterMs: options.settledAfterMs ?? SETTLED_AFTER_MS,
    dueAfterMs: options.postedAtLatestMs ?? POSTED_AT_LATEST_MS,
  });
  const touched = new Set<number>();
  let allTouched = false;
  const reported = new Set<string>();

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

  /** True once the user's signals have settled and are dealt with. */
  const check = async (comune: ComuneChannel): Promise<boolean> => {
    const signals = options.signalsOf(comune.userId);
    const reading = readSignals(signals);
    const seen = { signals, level: reading?.level, now: clock.now() };
    const { isSettled, isDue, levelSince } = settling.observe(comune.userId, seen);
    if (isDue && reading) await post(comune, reading, levelSince);
    return isSettled;
  };

  const isValid = ({ userId, channel }: ComuneChannel) => {
    if (isTelegramChannel(channel)) return true;
    const complaint = `${userId} ${channel}`;
    if (!reported.has(complaint)) {
      reported.add(complaint);
      logger.warn({ user: userId, channel }, 'the setting telegram_channel names no channel');
    }
    return false;
  };

  const checkTouched = async () => {
    const comuni = (await repository.list()).filter(isValid);
    if (allTouched) for (const { userId } of comuni) touched.add(userId);
    allTouched = false;
    const withChannel = new Map(comuni.map((comune) => [comune.userId, comune]));
    for (const userId of [...touched]) {
      // Removed before the check: what is touched during the check is checked again.
      touched.delete(userId);
      const comune = withChannel.get(userId);
      let isDone = false;
      try {
        isDone = !comune || (await check(comune));
      } finally {
        if (isDone) settling.forget(userId);
        else touched.add(userId);
      }
    }
  };

  const checking = createDebouncedJob({
    name: 'citizen-channels',
    delayMs: options.checkEveryMs ?? CHECK_EVERY_MS,
    logger,
    work: async () => {
      // A server that is not the leader may become it: what is touched stays touched.
      if (options.isLeader()) await checkTouched();
      if (allTouched || touched.size > 0) checking.request();
    },
  });

  return {
    touch: (ownerId) => {
      touched.add(ownerId);
      checking.request();
    },
    touchAll: () => {
      allTouched = true;
      checking.request();
    },
    stop: checking.stop,
  };
}
