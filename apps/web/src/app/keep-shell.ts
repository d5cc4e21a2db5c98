import { useEffect } from 'react';
import { useAccessToken } from '../api/session.ts';
import { logFailure } from '../platform/log.ts';
import { SCREENS } from './screens.ts';

const WORKER = '/sw.js';
const AFTER_MS = 2_000;

type ScriptUrlPolicy = { createScriptURL: (url: string) => string };
type Policies = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy };

/**
 * Once someone is logged in, this browser keeps the files of every screen, so that each opens while the server is down.
 * Where browsers allow no worker (http from another computer), the screens are at least loaded ahead.
 */
export function useKeptShell(): void {
  const loggedIn = useAccessToken() !== null;
  useEffect(() => {
    if (!loggedIn || !import.meta.env.PROD) return undefined;
    const timer = setTimeout(() => {
      keepShell().catch((error: unknown) => logFailure('Pagine non conservate', error));
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [loggedIn]);
}

async function keepShell(): Promise<void> {
  if ('serviceWorker' in navigator) {
    await navigator.serviceWorker.register(trustedUrl(WORKER));
    return;
  }
  for (const { load } of SCREENS) await load();
}

/** Under `require-trusted-types-for 'script'` a worker starts only from an address that a policy has passed. */
function trustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('worker', {
    createScriptURL: (own) => (own === WORKER ? own : ''),
  });
  return policy?.createScriptURL(url) ?? url;
}
