import { createStoredText } from '../platform/stored-text.ts';
import { API_ORIGIN } from './origin.ts';

/** Where the browser logs in with the identity of the Comune. */
export const IDENTITY_LOG_IN = `${API_ORIGIN}/api/oidc/start`;

const openedBy = createStoredText('openedBy');

/** Keeps whether the session was opened by the provider of identities, where its log-out then leads, too. */
export function noteIdentitySession(isByIdentity: boolean): void {
  openedBy.set(isByIdentity ? 'oidc' : null);
}

/** Leads the browser out of the provider by which it came in; nothing after a local log-in. */
export function leaveIdentity(): void {
  if (openedBy.get() === null) return;
  openedBy.set(null);
  location.assign(`${API_ORIGIN}/api/oidc/end`);
}
