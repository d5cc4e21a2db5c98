import { renewPush } from '../incidents/browser-push.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { SCREENS } from './screens.ts';

const WORKER = `${BASE_PATH}/sw.js`;

type ScriptUrlPolicy = { createScriptURL: (url: string) => string };
type Policies = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy };

/** Starts the worker, which stores the files; where there can be none, loads every screen. */
export async function keepShell(): Promise<void> {
  if ('serviceWorker' in navigator) {
    await navigator.serviceWorker.register(trustedUrl(WORKER));
    await renewPush();
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
