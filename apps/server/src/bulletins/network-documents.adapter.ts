import { endAfter } from '../platform/end-after.ts';
import { isForbiddenHost } from '../platform/forbidden-hosts.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import type { DocumentSource, FetchedDocument } from './document-source.port.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const WITHIN_MS = 10_000;
const REDIRECTS_AT_MOST = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

const failed = (reason: string): FetchedDocument => ({ kind: 'failed', reason });

/** Reads over HTTP, each document within 10 s and 4 MB. `hosts`: `name:port` as in URL.host. */
export function createNetworkDocuments(options: {
  hosts: ReadonlySet<string>;
  /** Tests wait less. */
  withinMs?: number;
}): DocumentSource {
  const { hosts, withinMs = WITHIN_MS } = options;
  /** The ETag of what was last read, and of what was dealt with, by address. */
  const read = new Map<string, string>();
  const known = new Map<string, string>();

  const refusalOf = async (url: URL): Promise<string | undefined> => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'l’indirizzo non è http';
    if (!hosts.has(url.host)) return `l’indirizzo ${url.host} non è fra quelli delle impostazioni`;
    const isForbidden = await isForbiddenHost(url.hostname);
    return isForbidden ? `all’indirizzo ${url.host} non può esserci un bollettino` : undefined;
  };

  const follow = async (start: URL, headers: Headers, signal: AbortSignal): Promise<FetchedDocument> => {
    let url = start;
    for (let redirects = 0; redirects <= REDIRECTS_AT_MOST; redirects += 1) {
      const refusal = await refusalOf(url);
      if (refusal !== undefined) return failed(refusal);
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const next = redirectOf(response, url);
      if (!next) return answerOf(response, start);
      await response.body?.cancel();
      if (next.host !== start.host || next.protocol !== start.protocol)
        return failed(`${start.host} rimanda a un altro indirizzo (${next.host})`);
      url = next;
    }
    return failed(`${start.host} rimanda troppe volte`);
  };

  const answerOf = async (response: Response, url: URL): Promise<FetchedDocument> => {
    if (response.status !== 200) await response.body?.cancel();
    if (response.status === 304) return { kind: 'unchanged' };
    if (response.status !== 200) return failed(`${url.host} risponde ${response.status}`);
    const bytes = await readAtMost(response, MAX_BYTES);
    if (!bytes) return failed(`il documento di ${url.host} supera 4 MB`);
    const etag = response.headers.get('etag');
    if (etag === null) read.delete(url.href);
    else read.set(url.href, etag);
    return { kind: 'document', text: new TextDecoder().decode(bytes), url };
  };

  return {
    fetch: async (url, { unlessUnchanged = false, signal } = {}) => {
      const headers = new Headers({ accept: 'application/json, application/xml, text/html;q=0.5' });
      const etag = unlessUnchanged ? known.get(url.href) : undefined;
      if (etag !== undefined) headers.set('if-none-match', etag);
      try {
        return await endAfter(withinMs, (bounded) => follow(url, headers, bounded), signal);
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        return failed(isLate ? `${url.host} non ha risposto in tempo` : unreachable(url, error));
      }
    },
    accepted: (url) => {
      const etag = read.get(url.href);
      if (etag !== undefined) known.set(url.href, etag);
    },
  };
}

/** With the code of the system (`ECONNREFUSED`), where there is one. */
function unreachable({ host }: URL, error: unknown): string {
  const code = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined;
  return `${host} non è raggiungibile${typeof code === 'string' ? ` (${code})` : ''}`;
}

function redirectOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (!REDIRECTS.includes(response.status) || location === null || !URL.canParse(location, from.href))
    return undefined;
  return new URL(location, from);
}
