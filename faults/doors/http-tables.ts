import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import type { Attack } from './attack.ts';
import { startAttackedConsole, watchHealth } from './attacked-console.ts';

const LENGTH = 4_900_000;
const HEALTH_LIMIT_MS = 500;
const RSS_LIMIT_MB = 400;
const fill = (piece: string) => `topic,type\n${piece.repeat(Math.floor(LENGTH / piece.length))}`;

const TABLES: Readonly<Record<string, string>> = {
  'line feeds': fill('\n'),
  'pairs of CR and LF': fill('\r\n'),
  quotes: fill('"'),
  commas: fill(','),
  'wrong lines': fill('a\n'),
  '120,000 good lines': `topic,type\n${Array.from({ length: 120_000 }, (_, index) => `/3/c/s${index},semaforo`).join('\n')}`,
};

/** Tables of five megabytes of one thing; whether health is answered meanwhile. */
export const tableAttacks: readonly Attack[] = Object.entries(TABLES).map(([name, body]) => ({
  name: `table of ${name}`,
  bound: 'health answered within 500 ms',
  run: async () => {
    const attacked = await startAttackedConsole();
    try {
      const admin = await logIn(attacked, ADMIN);
      const watch = watchHealth(attacked);
      const startedAt = performance.now();
      const { status } = await admin.attempt('importDevices', { query: { dry_run: 'true' }, body });
      const tookMs = Math.round(performance.now() - startedAt);
      const health = await watch.stop();
      return {
        figures: { status, tookMs, ...health },
        violations: [
          ...(status === 200 ? [] : [`answered ${status}`]),
          ...(health.healthzMaxMs > HEALTH_LIMIT_MS ? [`health took ${health.healthzMaxMs} ms`] : []),
          ...(health.rssMaxMb > RSS_LIMIT_MB ? [`${health.rssMaxMb} MB`] : []),
        ],
      };
    } finally {
      await attacked.stop();
    }
  },
}));
