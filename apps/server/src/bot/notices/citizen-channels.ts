import { isTelegramChannel } from '@semaforo/contract/domain/telegram-channel';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createTick } from '../../platform/tick.ts';
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

/** A change is told once nothing more changed for this long. */
const SETTLED_AFTER_MS = 5000;
/**
 * A level that stands for so long is told, whatever single signals do: one with a bad contact must not keep an
 * alert from being told.
 */
const TOLD_AT_LATEST_MS = 30_000;
const LOOK_EVERY_MS = 500;

/** Posts to each Comune's public channel when the confirmed level of its signals has changed and settled. */
export type CitizenChannels = {
  /** To be called whenever a signal of that owner may have changed. Cheap. */
  touch: (ownerId: number) => void;
  /** Looks at all: at the start, and when the link to the broker comes or goes. */
  touchAll: () => void;
  stop: () => Promise<void>;
};

/** What an owner's signals said when last looked at, and since when; and since when their level has been the same. */
type Look = { fingerprint: string; since: number; level: string | undefined; levelSince: number };

export function createCitizenChannels(options: {
  repository: ChannelsRepository;
  signalsOf: (userId: number) => readonly ChannelSignal[];
  outbox: Outbox;
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
  settledAfterMs?: number;
  toldAtLatestMs?: number;
  lookEveryMs?: number;
}): CitizenChannels {
  const { repository, clock } = options;
  const { settledAfterMs = SETTLED_AFTER_MS, toldAtLatestMs = TOLD_AT_LATEST_MS } = options;
  const touched = new Set<number>();
  let allTouched = false;
  const looks = new Map<number, Look>();
  const reported = new Set<string>();

  const post = async (comune: ComuneChannel, reading: ChannelReading, since: number) => {
    const { userId, channel } = comune;
    // Another channel was told nothing yet.
    const last = comune.last?.channel === channel ? comune.last : undefined;
    const step = channelStep(last && parseChannelState(last.state), reading);
    if (step === 'nothing') return;
    const state = writeChannelState(reading);
    if (step === 'post') {
      // By what went before (to any channel), so that after a crash in between it is not posted again.
      const key = `channel:${userId}:${comune.last?.at ?? 0}:${state}`;
      await options.outbox.put([
        { chatId: channel, key, text: channelText(comune.username, reading, since) },
      ]);
    }
    await repository.save(userId, { channel, state, at: clock.now() });
  };

  /** True once the owner's signals have settled, and what they say is dealt with. */
  const lookAt = async (comune: ComuneChannel): Promise<boolean> => {
    const signals = options.signalsOf(comune.userId);
    const now = clock.now();
    const fingerprint = fingerprintOf(signals);
    const reading = readSignals(signals);
    const before = looks.get(comune.userId);
    const look: Look = {
      fingerprint,
      // Never in the future: the clock may have been set back, and an alert must not wait for it to catch up.
      since: before?.fingerprint === fingerprint ? Math.min(before.since, now) : now,
      level: reading?.level,
      levelSince: before && before.level === reading?.level ? Math.min(before.levelSince, now) : now,
    };
    looks.set(comune.userId, look);
    const settled = now - look.since >= settledAfterMs && !signals.some(({ pending }) => pending);
    if (!settled && now - look.levelSince < toldAtLatestMs) return false;
    if (reading) await post(comune, reading, look.levelSince);
    return settled;
  };

  const isSound = ({ userId, channel }: ComuneChannel) => {
    if (isTelegramChannel(channel)) return true;
    const complaint = `${userId} ${channel}`;
    if (!reported.has(complaint)) {
      reported.add(complaint);
      options.logger.warn({ user: userId, channel }, 'the setting telegram_channel names no channel');
    }
    return false;
  };

  const lookAtTouched = async () => {
    const comuni = (await repository.list()).filter(isSound);
    if (allTouched) for (const { userId } of comuni) touched.add(userId);
    allTouched = false;
    const withChannel = new Map(comuni.map((comune) => [comune.userId, comune]));
    for (const userId of [...touched]) {
      // Before the look: who is touched while it is dealt with is looked at again.
      touched.delete(userId);
      const comune = withChannel.get(userId);
      let settled = false;
      try {
        settled = !comune || (await lookAt(comune));
      } finally {
        if (settled) looks.delete(userId);
        else touched.add(userId);
      }
    }
  };

  const looking = createTick({
    name: 'citizen-channels',
    delayMs: options.lookEveryMs ?? LOOK_EVERY_MS,
    logger: options.logger,
    work: async () => {
      // Who is not in charge now may be later: what is touched stays so.
      if (options.isLeader()) await lookAtTouched();
      if (allTouched || touched.size > 0) looking.request();
    },
  });

  return {
    touch: (ownerId) => {
      touched.add(ownerId);
      looking.request();
    },
    touchAll: () => {
      allTouched = true;
      looking.request();
    },
    stop: looking.stop,
  };
}

/** Tells readings apart as far as settling goes: each signal with what it says. */
function fingerprintOf(signals: readonly ChannelSignal[]): string {
  return signals.map(({ status, standing, pending }) => `${status} ${standing} ${pending}`).join();
}
