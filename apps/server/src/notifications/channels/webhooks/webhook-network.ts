import { lookup } from 'node:dns/promises';
import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP } from 'node:net';
import { endAfter } from '../../../platform/end-after.ts';
import { isAllowedAddress, isPublicAddress } from '../../../platform/forbidden-hosts.ts';
import { lookupOnly } from '../../../platform/lookup-only.ts';

const WITHIN_MS = 10_000;

type WebhookRequest = { url: string; body: string; headers: Record<string, string> };

/** Sends to other systems, and only to those addresses where they may be. */
export type WebhookNetwork = {
  /** True for an address to which nothing is sent. A name that cannot be looked up now is left to the connection. */
  isRefused: (url: string) => Promise<boolean>;
  /** Resolves to the status of the answer; rejects with an Error when there was none. */
  post: (request: WebhookRequest, signal: AbortSignal) => Promise<number>;
};

/**
 * Loopback and private addresses are refused unless allowed, by number or by name. What is connected to is the address
 * that was checked; a redirection is not followed.
 */
export function createWebhookNetwork({ allowsLoopback }: { allowsLoopback: boolean }): WebhookNetwork {
  const isAllowed = allowsLoopback ? isAllowedAddress : isPublicAddress;
  const isRefusedNumber = (url: string) => {
    const host = hostOf(url);
    return isIP(host) !== 0 && !isAllowed(host);
  };
  return {
    isRefused: async (url) => {
      if (isIP(hostOf(url)) !== 0) return isRefusedNumber(url);
      const found = await endAfter(WITHIN_MS, () => lookup(hostOf(url), { all: true })).catch(() => []);
      return found.some(({ address }) => !isAllowed(address));
    },
    post: async (request, stopping) => {
      // A connection to a number looks nothing up.
      if (isRefusedNumber(request.url)) throw refused();
      return endAfter(
        WITHIN_MS,
        (signal) => post(request, { signal, lookup: lookupOnly(isAllowed, refused), agent: false }),
        stopping,
      );
    },
  };
}

function post(
  { url, body, headers }: WebhookRequest,
  options: NonNullable<Parameters<typeof requestOverTls>[1]>,
): Promise<number> {
  const requestOver = url.startsWith('https:') ? requestOverTls : requestOverHttp;
  return new Promise((resolve, reject) => {
    const request = requestOver(url, { ...options, method: 'POST', headers }, (response) => {
      // What it says besides is of no use, however long it is.
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
    request.end(body);
  });
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function refused(): Error {
  return new Error('l’indirizzo porta a questa macchina o a una rete privata: lì non si manda nulla');
}
