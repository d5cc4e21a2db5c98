import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { BackupSummary } from './summarize-backups.ts';

/** Shows the age of the last good backup, and whether the last one failed, to Prometheus. */
export function measureBackups(
  registry: Registry,
  summary: () => Promise<BackupSummary>,
  clock: Clock,
): void {
  new Gauge({
    name: 'semaforo_backup_age_seconds',
    help: 'Age of the last good backup, scheduled or by hand; +Inf when there is none',
    registers: [registry],
    async collect() {
      const { last } = await summary();
      this.set(last === null ? Number.POSITIVE_INFINITY : (clock.now() - last.at) / 1000);
    },
  });
  new Gauge({
    name: 'semaforo_backup_failing',
    help: '1 when the last scheduled backup failed',
    registers: [registry],
    async collect() {
      this.set((await summary()).failure === null ? 0 : 1);
    },
  });
}
