import type { SessionEnd } from '@semaforo/contract/domain/session-ends';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
import { noteSecondFactorDemand } from './session-demand.ts';
import { forgetSessionEnd, noteSessionEnd } from './session-end.ts';

const accessToken = createStoredText('accessToken');

/** The stored access token, or null when no one is logged in. */
export const readAccessToken = accessToken.get;

/** Calls the listener after each change of the token, here or in another tab. Returns the function that stops it. */
export const subscribeToSession = accessToken.subscribe;

/** The stored access token or null; the component is drawn again when it changes. */
export function useAccessToken(): string | null {
  return useStore(accessToken);
}

/** Keeps the token of a log-in, for this browser and its other tabs. */
export function storeAccessToken(token: string): void {
  noteSecondFactorDemand(false);
  forgetSessionEnd();
  accessToken.set(token);
}

/** The call under way that will answer the next token. */
let renewal: Promise<void> | undefined;

/**
 * Replaces the token by the one that a call answers. A refusal of the old token in the meantime does not end the
 * session.
 */
export async function renewAccessToken(call: () => Promise<string>): Promise<void> {
  renewal = call().then(storeAccessToken);
  try {
    await renewal;
  } finally {
    renewal = undefined;
  }
}

/**
 * Ends the session in this browser and its other tabs. With `refused`, only if that token is still the stored one and
 * is not being replaced; `why` is then said at the log-in page.
 */
export function clearAccessToken(refused?: string, why?: SessionEnd): void {
  if (refused !== undefined && renewal) {
    const decideAgain = () => clearAccessToken(refused, why);
    void renewal.then(decideAgain, decideAgain);
    return;
  }
  if (refused !== undefined && refused !== readAccessToken()) return;
  if (why !== undefined) noteSessionEnd(why);
  accessToken.set(null);
}
