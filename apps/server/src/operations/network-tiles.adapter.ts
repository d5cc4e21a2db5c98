import type { Tile } from '@semaforo/contract/api/map';
import { endAfter } from '../platform/end-after.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import type { ProvidedTile, TileProvider } from './tile-provider.port.ts';

const SUBDOMAINS = ['a', 'b', 'c'] as const;

const WITHIN_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Providers ask programs to name themselves; a browser's name would be a lie. */
const USER_AGENT = 'Semaforo (console of a Comune; keeps tiles for 7 days)';

/** Reads tiles over HTTP from an address with `{z}`, `{x}`, `{y}`, each within 10 s and 1 MB, and from no other one. */
export function createNetworkTiles(template: string): TileProvider {
  return async (tile, knownTag) => {
    const headers = new Headers({ accept: 'image/*', 'user-agent': USER_AGENT });
    if (knownTag !== null) headers.set('if-none-match', knownTag);
    try {
      const address = tileAddress(template, tile);
      // A redirect would make the server read what the provider names, on its own network too.
      const read = (signal: AbortSignal) => fetch(address, { headers, signal, redirect: 'manual' });
      return await endAfter(WITHIN_MS, async (signal) => answerOf(await read(signal)));
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

async function answerOf(response: Response): Promise<ProvidedTile> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !type.startsWith('image/')) {
    await response.body?.cancel();
    if (response.status === 304) return { kind: 'unchanged' };
    if (response.status === 404) return { kind: 'absent' };
    return { kind: 'failed', reason: `status ${response.status}, type '${type}'` };
  }
  const bytes = await readAtMost(response, MAX_BYTES);
  if (!bytes) return { kind: 'failed', reason: 'more than 1 MB' };
  return { kind: 'picture', bytes, type, etag: response.headers.get('etag') };
}

/** The address of a tile at the provider: `{s}` becomes one of three hosts, always the same for a tile. */
function tileAddress(template: string, { z, x, y }: Tile): string {
  const values: Record<string, string | undefined> = {
    ...{ z: String(z), x: String(x), y: String(y) },
    s: SUBDOMAINS[(x + y) % SUBDOMAINS.length],
    r: '',
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
