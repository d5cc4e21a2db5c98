import { ApiError } from '@semaforo/client/failures';
import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { logFailure } from '../platform/log.ts';
import { queryKeys } from './query-keys.ts';

const MAX_RETRIES = 2;

// What a person ticked is in the cache, too: it is drawn before the browser paints, not a timer later.
notifyManager.setScheduler(queueMicrotask);

/**
 * The cache of the server's answers. Calls are made even when the browser believes that it is offline: the server may
 * be on the local network.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      // Logged here once, so no one who asks for a reading needs to wait for its end.
      onError: (error, query) => logFailure(`Lettura fallita: ${query.queryHash}`, error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The socket keeps the page up to date, and each reconnection reads everything again.
        staleTime: 30_000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < MAX_RETRIES,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // Unchanged blocks are shared already, so comparing them would only cost time.
  queryClient.setQueryDefaults(queryKeys.deviceStatuses, { structuralSharing: false });
  return queryClient;
}
