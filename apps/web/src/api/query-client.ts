import { QueryCache, QueryClient } from '@tanstack/react-query';
import { logFailure } from '../platform/log.ts';
import { ApiError } from './failures.ts';
import { queryKeys } from './query-keys.ts';

const MAX_RETRIES = 2;

/** The cache of what the server answered. Calls are made even when the browser believes itself offline: the server may be on the local network. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logFailure(`Lettura fallita: ${query.queryHash}`, error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The socket keeps what is shown up to date; on each reconnection everything is read again.
        staleTime: 30_000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < MAX_RETRIES,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // They share between them what did not change: no need to look for it.
  queryClient.setQueryDefaults(queryKeys.deviceStatuses, { structuralSharing: false });
  return queryClient;
}
