import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { RouterProvider } from 'react-router';
import { readAccessToken, subscribeToSession } from '../api/session.ts';
import { useSameBuild } from './same-build.ts';
import { useKeptShell } from './use-kept-shell.ts';

type AppProps = { queryClient: QueryClient; router: ComponentProps<typeof RouterProvider>['router'] };

/** The whole app, with a query cache and a router. */
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
  useKeptShell();
  useSameBuild();
  return null;
}

/** Forgets everything when the session ends, so that the next user of this browser finds nothing of the last. */
function useSessionCache(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const forget = () => {
      if (readAccessToken() !== null) return;
      queryClient.clear();
      sessionStorage.clear();
    };
    forget();
    return subscribeToSession(forget);
  }, [queryClient]);
}
