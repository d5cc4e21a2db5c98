import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccessToken, subscribeToSession } from '../api/session.ts';

/** Forgets everything read when the session ends, so that the next user of this browser finds nothing of the last. */
export function useSessionCache(): void {
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
