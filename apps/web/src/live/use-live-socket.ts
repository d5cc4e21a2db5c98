import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccessToken, useAccessToken } from '../api/session.ts';
import { followLiveEvents } from './live-socket.ts';
import { loadKeptStates } from './state-keeper.ts';

/**
 * Keeps the socket open while someone is logged in. Another token gets another socket; the end of the session also
 * ends what this browser kept of it.
 */
export function useLiveSocket(): void {
  const token = useAccessToken();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (token === null) return undefined;
    const leave = followLiveEvents(token, queryClient);
    return () => {
      leave();
      if (readAccessToken() === null)
        void loadKeptStates().then(({ forgetKeptStates }) => forgetKeptStates());
    };
  }, [token, queryClient]);
}
