import { useAccessToken } from '../api/session.ts';

/** True while a token is stored. */
export function useLoggedIn(): boolean {
  return useAccessToken() !== null;
}
