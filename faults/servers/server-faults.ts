import { createSeededRandom } from '../truth/seeded-random.ts';

/** What a server is connected with. */
export const PARTS = ['database', 'nats', 'broker'] as const;
export type Part = (typeof PARTS)[number];

/** What happens to one of the servers: `forMs` later it is over, and `afterMs` after that comes the next. */
export type ServerFault = { server: number; forMs: number; afterMs: number } & (
  | { kind: 'kill' | 'stop' | 'end'; part?: undefined }
  | { kind: 'cut' | 'silence'; part: Part }
);

/** Long enough that its term expires and it wakes up with a stale one. */
const STOPPED_MS = 10_000;

/** A server that starts again takes about so long. */
const START_MS = 3000;

/** How long faults one after the other take, as far as can be told before. */
export function expectedMs(faults: readonly ServerFault[]): number {
  return faults.reduce((sum, { kind, forMs, afterMs }) => {
    const startMs = kind === 'kill' || kind === 'end' ? START_MS : 0;
    return sum + afterMs + startMs + (kind === 'cut' ? 0 : forMs);
  }, 0);
}

/** The same faults for the same seed. */
export function planServerFaults(seed: number, count: number, servers: number): ServerFault[] {
  const random = createSeededRandom(seed, 'servers');
  return Array.from({ length: count }, (): ServerFault => {
    const common = { server: random.between(0, servers - 1), afterMs: random.between(200, 2500) };
    const kind = random.pick(['kill', 'stop', 'end', 'cut', 'silence', 'silence'] as const);
    if (kind === 'stop') return { ...common, kind, forMs: STOPPED_MS };
    const forMs = random.between(500, 7000);
    if (kind === 'cut' || kind === 'silence') return { ...common, kind, forMs, part: random.pick(PARTS) };
    return { ...common, kind, forMs };
  });
}
