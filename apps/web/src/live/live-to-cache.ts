import { isDecision } from '@semaforo/contract/domain/command-rules';
import type { ChangedEvent, ServerToClientEvents } from '@semaforo/contract/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { noteAcceptedCommand } from '../api/accepted-commands.ts';
import { forgetReadStatuses, replaceRecords } from '../api/device-snapshot.ts';
import { type FollowedCommands, mergeProgress } from '../api/followed-commands.ts';
import { isRefreshedBy, queryKeys } from '../api/query-keys.ts';
import { noteServerTime, serverNow } from '../platform/server-clock.ts';
import { applyMessages, outOfReach } from './apply-messages.ts';
import { noteIsolation } from './server-isolation.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

/** A large command sends progress many times a second: an open history is read again once a second at most. */
const HISTORY_REFRESH_MS = 1000;

export type LiveToCache = {
  /** What each live event does to the cache, but for those that only say that something changed. */
  handlers: Omit<ServerToClientEvents, ChangedEvent>;
  /** Has everything read again that depends on what changed. */
  refreshAfter: (event: ChangedEvent) => void;
  /** To call when the events stop coming. */
  lost: () => void;
  /** Ends the work that waits, and the watch over readings under way. */
  stop: () => void;
};

/** Writes live events to the query cache. */
export function createLiveToCache(queryClient: QueryClient): LiveToCache {
  const deviceStatuses = createSnapshotWriter(queryClient);
  const invalidate = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  const refreshAfter = (event: keyof ServerToClientEvents) =>
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isRefreshedBy(event, queryKey) });

  const loseAll = () => {
    deviceStatuses.change(outOfReach);
    deviceStatuses.writeWaiting();
  };

  let historyRefresh: ReturnType<typeof setTimeout> | undefined;
  const refreshHistorySoon = () => {
    historyRefresh ??= setTimeout(() => {
      historyRefresh = undefined;
      refreshAfter('command_progress');
    }, HISTORY_REFRESH_MS);
  };

  const handlers: LiveToCache['handlers'] = {
    mqtt_message: (message) => handlers.mqtt_messages([message]),
    mqtt_messages: (messages) => {
      forgetReadStatuses();
      const now = serverNow();
      deviceStatuses.change((statuses) => applyMessages(statuses, messages, now));
    },
    device_status: (records) => {
      forgetReadStatuses();
      deviceStatuses.change((statuses) => replaceRecords(statuses, records));
    },
    broker_status: (status) => {
      noteServerTime(status.now);
      queryClient.setQueryData(queryKeys.brokerStatus, status);
      if (status.connected) invalidate(queryKeys.deviceStatuses);
      else loseAll();
    },
    command_accepted: noteAcceptedCommand,
    command_progress: (commands) => {
      deviceStatuses.writeWaiting();
      refreshHistorySoon();
      // A lamp test has a strip of its own, and a reassertion is shown by the lamps: neither is the last command.
      const progress = commands.filter(({ origin }) => isDecision(origin));
      if (progress.length === 0) return;
      const followed = queryClient.getQueryData<FollowedCommands>(queryKeys.followedCommands);
      const merged = mergeProgress(followed, progress, serverNow());
      queryClient.setQueryData<FollowedCommands>(queryKeys.followedCommands, merged);
      // Which devices a restore leaves out is not in the event.
      const isNewRestore = progress.some(
        ({ origin, commandId }) => origin === 'ripristino' && followed?.has(commandId) !== true,
      );
      if (isNewRestore) invalidate(queryKeys.lastCommand);
    },
    clock: ({ now, isolated }) => {
      noteServerTime(now);
      noteIsolation(isolated === true);
    },
  };
  return {
    handlers,
    refreshAfter,
    lost: () => {
      loseAll();
      // Asked at once, not at the next poll: without an answer both are shown as down.
      invalidate(queryKeys.brokerStatus, queryKeys.botStatus);
    },
    stop: () => {
      clearTimeout(historyRefresh);
      deviceStatuses.stop();
    },
  };
}
