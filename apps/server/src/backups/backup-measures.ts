import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { BackupSummary } from './summarize-backups.ts';

/** Shows the age of the last good backup, and whether the last one failed, to Prometheus. */
export function measureBackups(
  registry: Registry,
  summary: () => Promise<BackupSummary>,
  clock: Clock,
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_backup_age_seconds',
    help: 'Age of the last good backup, scheduled or by hand; +Inf when there is none',
    read: async () => {
      const { last } = await summary();
      return last === null ? Number.POSITIVE_INFINITY : (clock.now() - last.at) / 1000;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_backup_failing',
    help: '1 when the last scheduled backup failed',
    read: async () => ((await summary()).failure === null ? 0 : 1),
  });
}
