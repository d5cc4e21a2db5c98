import { isPublicAddress } from '../../../platform/forbidden-hosts.ts';
import { notThere, requestOutside } from '../request-outside.ts';

/** Encrypted, for one browser, at the address that its maker's push service gave it. */
type PushRequest = { endpoint: string; body: Buffer; authorization: string; ttlS: number };

/** What the push service answered; `retryAfterMs`: when it wants to be asked again. */
type PushAnswer = { status: number; retryAfterMs: number | undefined };

/** Hands a message to a push service. Rejects with an Error when there was no answer. */
export type PostPush = (request: PushRequest, signal: AbortSignal) => Promise<PushAnswer>;

/** The services of the makers of browsers; docs/impostazioni.md names them for whoever opens a firewall. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
] as const;

/** True for an address of one of them: https on port 443. */
export function isPushService({ protocol, port, hostname }: URL): boolean {
  if (protocol !== 'https:' || port !== '') return false;
  return PUSH_SERVICES.some((service) =>
    service.startsWith('*') ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
}

/** What only tests replace: which certificates to trust, what a push service is, and where it may be. */
export type PushNetwork = {
  ca?: string;
  isService?: (url: URL) => boolean;
  isAllowed?: (address: string) => boolean;
};

/**
 * Sends to push services only, each within ten seconds. The address is looked at as it is connected to, so a name that
 * changes its meaning leads nowhere else; a redirection is not followed.
 */
export function createPushNetwork({
  ca,
  isService = isPushService,
  isAllowed = isPublicAddress,
}: PushNetwork = {}): PostPush {
  return async (message, stopping) => {
    const url = new URL(message.endpoint);
    if (!isService(url)) throw notThere(url);
    const { body, authorization, ttlS } = message;
    const headers = {
      ...{ authorization, ttl: String(ttlS), urgency: 'high', 'content-encoding': 'aes128gcm' },
      'content-type': 'application/octet-stream',
    };
    return requestOutside({ url, method: 'POST', headers, body }, { ca, isAllowed, stopping });
  };
}
