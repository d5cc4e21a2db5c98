import type { BrokerStatus } from '@semaforo/contract/api/broker';
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
  return { connected: data.connected, since: sinceOf(data, dataUpdatedAt), reason: data.reason ?? null };
}

/** What the server last said of the broker, however long ago; undefined when it never did. */
export function useNotifiedBrokerStatus(): { connected: boolean; since: number } | undefined {
  const { data, dataUpdatedAt } = useQuery(brokerStatusQuery);
  return data && { connected: data.connected, since: sinceOf(data, dataUpdatedAt) };
}

function sinceOf({ since }: BrokerStatus, receivedAt: number): number {
  return Date.parse(since) || toServerTime(receivedAt);
}
