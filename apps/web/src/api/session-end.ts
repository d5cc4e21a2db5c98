import { SESSION_ENDS, type SessionEnd } from '@semaforo/contract/domain/session-ends';
import { BASE_PATH } from '../platform/base-path.ts';
import { createStore, useStore } from '../platform/store.ts';

/** Why the session ended that was not logged out, and the screen that was left by it. */
export type EndedSession = { why: SessionEnd; path: string; title: string };

const ended = createStore<EndedSession | null>(null);

/** What ended the session, by the code of the refusal; undefined when the code says nothing. */
export function sessionEndOf(code: string): SessionEnd | undefined {
  return (Object.keys(SESSION_ENDS) as SessionEnd[]).find((end) => SESSION_ENDS[end] === code);
}

/** Keeps what the log-in page then says, and where it leads back to: the screen that is shown now. */
export function noteSessionEnd(why: SessionEnd): void {
  const [title = ''] = document.title.split(' · ');
  ended.set({ why, path: location.pathname.slice(BASE_PATH.length), title });
}

/** Forgets it: at the next log-in. */
export function forgetSessionEnd(): void {
  if (ended.get() !== null) ended.set(null);
}

/** How the last session ended; null when it was logged out, or when there was none. */
export function useEndedSession(): EndedSession | null {
  return useStore(ended);
}
