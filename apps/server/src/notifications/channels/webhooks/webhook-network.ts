import { lookup } from 'node:dns/promises';
import { endAfter } from '../../../platform/end-after.ts';
import { isAllowedAddress, isPublicAddress } from '../../../platform/forbidden-hosts.ts';
import { requestOutside } from '../request-outside.ts';

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
  return {
    isRefused: async (url) => {
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
      const found = await endAfter(WITHIN_MS, () => lookup(host, { all: true })).catch(() => []);
      return found.some(({ address }) => !isAllowed(address));
    },
    post: async ({ url, body, headers }, stopping) => {
      const request = { url: new URL(url), method: 'POST', headers, body };
      return (await requestOutside(request, { isAllowed, refused, stopping })).status;
    },
  };
}

function refused(): Error {
  return new Error('l’indirizzo porta a questa macchina o a una rete privata: lì non si manda nulla');
}
