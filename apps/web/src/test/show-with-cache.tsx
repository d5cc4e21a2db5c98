import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { createLiveToCache } from '../live/live-to-cache.ts';

/** Draws a part of the page over a cache of its own; answers the cache and what the socket would call. */
export function showWithCache(children: ReactNode) {
  const queryClient = createQueryClient();
  const { handlers, refreshAfter } = createLiveToCache(queryClient);
  const socket = { ...handlers, changed: refreshAfter };
  const { unmount } = render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  return { queryClient, socket, unmount };
}
