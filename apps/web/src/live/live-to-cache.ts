import type { ServerToClientEvents } from '@semaforo/contract/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { noteAcceptedCommand } from '../api/accepted-commands.ts';
import { replaceRecords } from '../api/device-snapshot.ts';
import { type FollowedCommands, mergeProgress } from '../api/followed-commands.ts';
import { queryKeys } from '../api/query-keys.ts';
import { noteServerTime, serverNow } from '../platform/server-clock.ts';
import { applyMessages, outOfReach } from './apply-messages.ts';
import { createDeviceStatusWriter } from './snapshot-writer.ts';

/** A large command tells of itself for seconds, many times each: an open history is read again once a second at most. */
const HISTORY_REFRESH_MS = 1000;

/** What each live event does to the cache. `lost` is to be called when events stop coming; `stop` ends the watch over readings under way. */
export function createLiveToCache(queryClient: QueryClient): {
  handlers: ServerToClientEvents;
  lost: () => void;
  stop: () => void;
} {
  const deviceStatuses = createDeviceStatusWriter(queryClient);
  const invalidate = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };

  let historyRefresh: ReturnType<typeof setTimeout> | undefined;
  const refreshHistorySoon = () => {
    historyRefresh ??= setTimeout(() => {
      historyRefresh = undefined;
      invalidate(queryKeys.history);
    }, HISTORY_REFRESH_MS);
  };

  const handlers: ServerToClientEvents = {
    mqtt_message: (message) => handlers.mqtt_messages([message]),
    mqtt_messages: (messages) => {
      const now = serverNow();
      deviceStatuses.change((statuses) => applyMessages(statuses, messages, now));
    },
    device_status: (records) => deviceStatuses.change((statuses) => replaceRecords(statuses, records)),
    devices_changed: () => invalidate(queryKeys.deviceStatuses, queryKeys.managedDevices, queryKeys.users),
    schedules_changed: () => invalidate(queryKeys.schedules, queryKeys.history),
    broker_status: (status) => {
      noteServerTime(status.now);
      queryClient.setQueryData(queryKeys.brokerStatus, status);
      if (status.connected) invalidate(queryKeys.deviceStatuses);
      else deviceStatuses.change(outOfReach);
    },
    command_accepted: noteAcceptedCommand,
    command_progress: (progress) => {
      queryClient.setQueryData<FollowedCommands>(queryKeys.commandProgress, (followed) =>
        mergeProgress(followed, progress),
      );
      refreshHistorySoon();
    },
  };
  return {
    handlers,
    lost: () => {
      deviceStatuses.change(outOfReach);
      // Asked at once, not at the next poll: without an answer both are shown as down.
      invalidate(queryKeys.brokerStatus, queryKeys.botStatus);
    },
    stop: () => {
      clearTimeout(historyRefresh);
      deviceStatuses.stop();
    },
  };
}
