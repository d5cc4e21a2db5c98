import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccessToken } from '../api/session.ts';
import { followLiveEvents } from './live-socket.ts';

/** Keeps the socket open while someone is logged in. Another token gets another socket. */
export function useLiveSocket(): void {
  const token = useAccessToken();
  const queryClient = useQueryClient();
  useEffect(() => (token === null ? undefined : followLiveEvents(token, queryClient)), [token, queryClient]);
}
