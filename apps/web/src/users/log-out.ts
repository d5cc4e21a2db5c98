import { clearAccessToken } from '../api/session.ts';

/** Removes the token; the guards then lead to the log-in page. */
export function logOut(): void {
  clearAccessToken();
}
