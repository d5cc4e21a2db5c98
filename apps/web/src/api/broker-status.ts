import { routes } from '@semaforo/contract/api/routes';
import { queryOptions } from '@tanstack/react-query';
import { noteServerTime } from '../platform/server-clock.ts';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { STATUS_POLL_MS, statusPollSignal } from './status-poll.ts';

/** The link to the broker, polled; each answer also sets the server's clock. */
export const brokerStatusQuery = queryOptions({
  queryKey: queryKeys.brokerStatus,
  queryFn: async ({ signal }) => {
    const status = await callRoute(routes.getBrokerStatus, { signal: statusPollSignal(signal) });
    noteServerTime(status.now);
    return status;
  },
  refetchInterval: STATUS_POLL_MS,
  refetchIntervalInBackground: true,
  retry: false,
});
