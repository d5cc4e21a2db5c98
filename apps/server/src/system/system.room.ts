import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { takesWrites } from '../database/takes-writes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Counters, totalOf } from '../platform/counters.ts';
import { readDiskSpace } from '../platform/process-measures.ts';
import { readSystem, type SystemSources } from './read-system.ts';
import { createSystemHandlers, type SystemFigures } from './system.routes.ts';

const LOOK_EVERY_MS = 20;
const NANOSECONDS = 1e6;

/** How the system is, part by part, for admins and for its alarms. */
export function createSystemRoom(
  needs: Pick<SystemSources, 'brokerStatus' | 'bulletins' | 'backups' | 'bot' | 'mail'> & {
    db: Kysely<Database>;
    dataDir: string;
    /** From how much free room on the disk it is told. */
    diskLowPercent: number;
    figures: Omit<SystemFigures, 'messages'>;
    counters: Counters;
    clock: Clock;
  },
) {
  const { db, dataDir, diskLowPercent, counters, clock } = needs;
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  const sources: SystemSources = {
    ...needs,
    takesWrites: () => takesWrites(db),
    disk: () => readDiskSpace(dataDir),
    lagMs: () => {
      const lagMs = Math.max(0, delays.percentile(99) / NANOSECONDS - LOOK_EVERY_MS);
      delays.reset();
      return lagMs;
    },
  };
  const read = () => readSystem(sources, { diskLowPercent });
  return {
    handlers: createSystemHandlers({
      read,
      figures: {
        ...needs.figures,
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
    start: () => void delays.enable(),
    stop: () => void delays.disable(),
  };
}
