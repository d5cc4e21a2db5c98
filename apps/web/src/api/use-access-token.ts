import { useSyncExternalStore } from 'react';
import { readAccessToken, subscribeToSession } from './session.ts';

/** The stored access token or null; redraws when it changes. */
export function useAccessToken(): string | null {
  return useSyncExternalStore(subscribeToSession, readAccessToken);
}
