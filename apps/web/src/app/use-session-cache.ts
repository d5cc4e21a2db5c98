import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccessToken, subscribeToSession } from '../api/session.ts';

/** Forgets everything read when the session ends, so that the next user of this browser finds nothing of the last. */
export function useSessionCache(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      subscribeToSession(() => {
        if (readAccessToken() === null) queryClient.clear();
      }),
    [queryClient],
  );
}
