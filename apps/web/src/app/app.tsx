import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccessToken, subscribeToSession, useAccessToken } from '../api/session.ts';
import { logFailure } from '../platform/log.ts';
import { StepUp } from '../users/step-up.tsx';
import { AppRoutes } from './routes.tsx';
import { useSameBuild } from './same-build.ts';
import type { ScreenRoute } from './screens.ts';

const AFTER_MS = 4_000;

/** The whole app, with a query cache; in a router, which gives it the address. */
export function App(props: { queryClient: QueryClient; screens?: readonly ScreenRoute[] }) {
  const { queryClient, screens } = props;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionEffects />
      <AppRoutes screens={screens} />
      <StepUp />
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

/**
 * Once someone is logged in, this browser keeps the files of every screen, so that each opens while the server is down.
 * Where browsers allow no worker (http from another computer), the screens are at least loaded ahead.
 */
function useKeptShell(): void {
  const loggedIn = useAccessToken() !== null;
  useEffect(() => {
    if (!loggedIn || !import.meta.env.PROD) return undefined;
    const timer = setTimeout(() => {
      import('./keep-shell.ts')
        .then(({ keepShell }) => keepShell())
        .catch((error: unknown) => logFailure('Pagine non conservate', error));
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [loggedIn]);
}
