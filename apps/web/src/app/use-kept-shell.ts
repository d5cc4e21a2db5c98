import { useEffect } from 'react';
import { useAccessToken } from '../api/session.ts';
import { logFailure } from '../platform/log.ts';

const AFTER_MS = 4_000;

/**
 * Once someone is logged in, this browser keeps the files of every screen, so that each opens while the server is down.
 * Where browsers allow no worker (http from another computer), the screens are at least loaded ahead.
 */
export function useKeptShell(): void {
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
