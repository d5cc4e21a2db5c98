import { useEffect } from 'react';
import { useLiveConnection } from '../live/live-connection.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { logFailure } from '../platform/log.ts';

const TYPED_INTO = 'input, textarea, select';

/**
 * A page that (re)joins a server with another build loads that build: the page may have been opened from what the
 * browser kept, or stand on a wall for weeks. Not while someone is typing.
 */
export function useSameBuild(): void {
  const { connected } = useLiveConnection();
  useEffect(() => {
    if (!connected || !import.meta.env.PROD) return;
    isOwnBuild(new URL(import.meta.url).pathname).then(
      (own) => {
        if (!own) whenNoOneTypes(() => void loadServersBuild());
      },
      (error: unknown) => logFailure('Versione della console non letta', error),
    );
  }, [connected]);
}

/** Whether the server's page loads that script. A server that answers something else says nothing of its build. */
export async function isOwnBuild(script: string): Promise<boolean> {
  const answer = await fetch(`${BASE_PATH}/`, { cache: 'no-store' });
  const page = await answer.text();
  return !answer.ok || !page.includes('id="root"') || page.includes(script);
}

async function loadServersBuild(): Promise<void> {
  try {
    await forgetStoredPage();
    location.reload();
  } catch (error) {
    logFailure('Pagina di un’altra versione non tolta', error);
  }
}

/** The page is then what the server answers, until the worker of its build has stored another. */
export async function forgetStoredPage(): Promise<void> {
  // Only https and the computer itself have this store.
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(`${BASE_PATH}/`);
}

function whenNoOneTypes(act: () => void): void {
  if (document.activeElement?.matches(TYPED_INTO) !== true) act();
  else document.addEventListener('focusout', () => whenNoOneTypes(act), { once: true });
}
