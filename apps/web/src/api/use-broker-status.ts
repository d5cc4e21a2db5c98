import { useQuery } from '@tanstack/react-query';
import { toServerTime } from '../platform/server-clock.ts';
import { brokerStatusQuery } from './broker-status.ts';

/** Of the broker: `connected` undefined until first known; `since` in epoch ms, that of the answer when it says none. A failed poll counts as disconnected since the last good one. */
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
