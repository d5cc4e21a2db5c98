import { queryOptions, useQuery } from '@tanstack/react-query';
import { noteServerTime, toServerTime } from '../platform/server-clock.ts';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { STATUS_POLL_MS, statusPollSignal } from './status-poll.ts';

/** The link to the broker, polled. Each answer also sets the server's clock. */
export const brokerStatusQuery = queryOptions({
  queryKey: queryKeys.brokerStatus,
  queryFn: async ({ signal }) => {
    const status = await callRoute('getBrokerStatus', { signal: statusPollSignal(signal) });
    noteServerTime(status.now);
    return status;
  },
  refetchInterval: STATUS_POLL_MS,
  refetchIntervalInBackground: true,
  retry: false,
});

/**
 * The state of the broker. `connected` is undefined until it is known. `since` is in epoch ms; it is the time of the
 * answer when the answer names none. A failed poll counts as disconnected since the last good one.
 */
export type ShownBrokerStatus = {
  connected: boolean | undefined;
  since: number | null;
  reason: string | null;
};

/** Whether the server reaches the broker, polled every 5 s. */
export function useBrokerStatus(): ShownBrokerStatus {
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = useQuery(brokerStatusQuery);
  if (isError)
    return { connected: false, since: toServerTime(dataUpdatedAt || errorUpdatedAt), reason: null };
  if (data === undefined) return { connected: undefined, since: null, reason: null };
  const { connected, reason = null } = data;
  return { connected, since: Date.parse(data.since) || toServerTime(dataUpdatedAt), reason };
}
