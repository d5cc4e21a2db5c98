import { callRoute } from '../api/call.ts';
import { leaveIdentity } from '../api/identity-session.ts';
import { clearAccessToken } from '../api/session.ts';

/** Ends the session on the server and forgets it here, even when the server does not answer. */
export function logOut(): void {
  // The call takes the token before it is forgotten. Whether it arrives changes nothing on this page.
  callRoute('logOut')
    .catch(() => undefined)
    .finally(leaveIdentity);
  clearAccessToken();
}
