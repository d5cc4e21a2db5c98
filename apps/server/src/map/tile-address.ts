import type { Tile } from '@semaforo/contract/api/map';

const SUBDOMAINS = ['a', 'b', 'c'] as const;

/** The address of a tile at the provider: `{s}` becomes one of three hosts, always the same for a tile. */
export function tileAddress(template: string, { z, x, y }: Tile): string {
  const values: Record<string, string | undefined> = {
    ...{ z: String(z), x: String(x), y: String(y) },
    s: SUBDOMAINS[(x + y) % SUBDOMAINS.length],
    r: '',
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
