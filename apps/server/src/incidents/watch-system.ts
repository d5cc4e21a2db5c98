import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDiskForecast } from '@semaforo/contract/domain/disk-forecast';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { takesWrites } from '../database/takes-writes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Counters, totalOf } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import { readDiskSpace } from '../platform/process-measures.ts';
import { readSystem, type SystemSources } from './read-system.ts';
import { createSystemHandlers, type SystemFigures } from './system.routes.ts';

const CHECK_EVERY_MS = 20;
const READ_DISK_EVERY_MS = 10 * 60_000;
const NANOSECONDS = 1e6;

/** Watches how the system is, part by part, for admins and for its alarms. */
export function createSystemWatch(
  deps: Pick<SystemSources, 'brokerStatus' | 'bulletins' | 'backups' | 'bot' | 'mail'> & {
    db: Kysely<Database>;
    dataDir: string;
    /** From how much free room on the disk it is told. */
    diskLowPercent: number;
    figures: Omit<SystemFigures, 'messages'>;
    counters: Counters;
    clock: Clock;
    logger: Logger;
  },
) {
  const { db, dataDir, diskLowPercent, counters, clock, logger } = deps;
  const forecast = createDiskForecast();
  const readDisk = async () => {
    const space = await readDiskSpace(dataDir);
    return { ...space, fullInDays: forecast.note({ freeBytes: space.freeBytes, at: clock.now() }) };
  };
  // Also on a server that has no right to alarms, and that nobody asks.
  const watchingDisk = createInterval({
    ...{ name: 'disk-forecast', everyMs: READ_DISK_EVERY_MS, logger },
    work: async () => void (await readDisk()),
  });
  addMeasuredGauge(counters.registry, {
    name: 'semaforo_data_dir_full_in_days',
    help: 'In how many days the disk of the data folder is full, if it goes on as in the last ones; absent: not soon',
    read: async () => (await readDisk()).fullInDays ?? undefined,
  });
  const delays = monitorEventLoopDelay({ resolution: CHECK_EVERY_MS });
  const sources: SystemSources = {
    ...deps,
    takesWrites: () => takesWrites(db),
    disk: readDisk,
    lagMs: () => {
      const lagMs = Math.max(0, delays.percentile(99) / NANOSECONDS - CHECK_EVERY_MS);
      delays.reset();
      return lagMs;
    },
  };
  const read = () => readSystem(sources, { diskLowPercent });
  return {
    routes: createSystemHandlers({
      read,
      figures: {
        ...deps.figures,
        messages: async () => ({
          received: await totalOf(counters.liveMessages),
          ignored: await totalOf(counters.ignoredMessages),
        }),
      },
      startedAt: clock.now(),
      clock,
    }),
    /** How each part is now. Never rejects. */
    read,
    start: () => {
      delays.enable();
      watchingDisk.start();
    },
    stop: async () => {
      delays.disable();
      await watchingDisk.stop();
    },
  };
}
