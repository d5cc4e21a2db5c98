import { isTelegramChannel } from '@semaforo/contract/domain/telegram-channel';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { ComuneChannel } from './channels.repository.ts';
import { type ChannelCheckOptions, createChannelCheck } from './check-channel.ts';

const CHECK_EVERY_MS = 500;

/** Posts to each Comune's public channel when the confirmed level of its signals has changed and settled. */
export function createCitizenChannels(
  options: ChannelCheckOptions & {
    /** Of several servers on one database, one posts. */
    isLeader: () => boolean;
    logger: Logger;
    checkEveryMs?: number;
  },
) {
  const { repository, logger } = options;
  const { check, forget } = createChannelCheck(options);
  const touched = new Set<number>();
  let allTouched = false;
  const reported = new Set<string>();

  const withoutWrongNames = (comune: ComuneChannel): ComuneChannel[] => {
    const { userId, channel, slug } = comune;
    if (channel === '' || isTelegramChannel(channel)) return [comune];
    const complaint = `${userId} ${channel}`;
    if (!reported.has(complaint)) {
      reported.add(complaint);
      logger.warn({ user: userId, channel }, 'the setting telegram_channel names no channel');
    }
    return slug === undefined ? [] : [{ ...comune, channel: '' }];
  };

  const checkTouched = async () => {
    const comuni = (await repository.list()).flatMap(withoutWrongNames);
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
        if (isDone) forget(userId);
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
    /** To be called whenever a signal of that owner may have changed. Cheap. */
    touch: (ownerId: number) => {
      touched.add(ownerId);
      checking.request();
    },
    /** Checks all channels: at the start, and when the link to the broker comes or goes. */
    touchAll: () => {
      allTouched = true;
      checking.request();
    },
    stop: checking.stop,
  };
}
