import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';

/** Shows the age of the newest bulletin, and whether the reading from the network fails, to Prometheus. */
export function measureBulletins(
  registry: Registry,
  options: {
    newest: () => Promise<{ issuedAt: number } | undefined>;
    failure: () => Promise<string | null>;
    clock: Clock;
  },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_bulletin_age_seconds',
    help: 'Age of the newest bulletin, read or uploaded; +Inf when there is none',
    read: async () => {
      const newest = await options.newest();
      return newest ? (options.clock.now() - newest.issuedAt) / 1000 : Number.POSITIVE_INFINITY;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_bulletin_reading_failing',
    help: '1 when the last reading of bulletins from the network failed',
    read: async () => ((await options.failure()) === null ? 0 : 1),
  });
}
