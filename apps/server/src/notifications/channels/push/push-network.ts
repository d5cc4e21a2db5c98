import { request as requestOver } from 'node:https';
import type { LookupFunction } from 'node:net';
import { endAfter } from '../../../platform/end-after.ts';
import { isPublicAddress } from '../../../platform/forbidden-hosts.ts';
import { lookupOnly } from '../../../platform/lookup-only.ts';

const WITHIN_MS = 10_000;

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
    return endAfter(
      WITHIN_MS,
      (signal) => post(url, message, { ca, lookup: lookupOnly(isAllowed, () => notThere(url)), signal }),
      stopping,
    );
  };
}

function post(
  url: URL,
  { body, authorization, ttlS }: PushRequest,
  { ca, ...options }: { ca: string | undefined; lookup: LookupFunction; signal: AbortSignal },
): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ authorization, ttl: String(ttlS), urgency: 'high', 'content-encoding': 'aes128gcm' },
      ...{ 'content-type': 'application/octet-stream', 'content-length': String(body.length) },
    };
    const request = requestOver(
      url,
      { ...options, ...(ca !== undefined && { ca }), method: 'POST', headers, agent: false },
      (response) => {
        // What it says besides is of no use, however long it is.
        response.destroy();
        const seconds = Number(response.headers['retry-after']);
        resolve({
          status: response.statusCode ?? 0,
          retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
        });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

function notThere({ host }: URL): Error {
  return new Error(`all’indirizzo ${host} non può esserci un servizio di notifiche`);
}
