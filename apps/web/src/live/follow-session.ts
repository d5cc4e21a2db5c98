import type { QueryClient } from '@tanstack/react-query';
import { readAccessToken, subscribeToSession } from '../api/session.ts';
import { followLiveEvents } from './live-socket.ts';
import { loadKeptStates } from './state-keeper.ts';

/**
 * Keeps the socket open while someone is logged in, from now on, before anything is drawn. Another token gets another
 * socket; the end of the session also ends what this browser kept of it. Returns the function that ends it.
 */
export function followSession(queryClient: QueryClient): () => void {
  let followed: string | null = null;
  let leave: (() => void) | undefined;
  const follow = () => {
    const token = readAccessToken();
    if (token === followed) return;
    leave?.();
    if (token === null) void loadKeptStates().then(({ forgetKeptStates }) => forgetKeptStates());
    followed = token;
    leave = token === null ? undefined : followLiveEvents(token, queryClient);
  };
  follow();
  const stop = subscribeToSession(follow);
  return () => {
    stop();
    leave?.();
  };
}
