import { useAccessToken } from '../api/use-access-token.ts';

/** True while a token is stored. */
export function useLoggedIn(): boolean {
  return useAccessToken() !== null;
}
