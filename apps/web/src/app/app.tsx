import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router';
import { useLiveSocket } from '../live/use-live-socket.ts';
import { useSessionCache } from './use-session-cache.ts';

type AppProps = { queryClient: QueryClient; router: ComponentProps<typeof RouterProvider>['router'] };

/** The whole app over a cache and a router. */
export function App({ queryClient, router }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

function SessionEffects() {
  useSessionCache();
  useLiveSocket();
  return null;
}
