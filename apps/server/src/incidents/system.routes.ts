import type { SystemRecord, systemRoutes } from '@semaforo/contract/api/system';
import type { Handlers } from '../http/handlers.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import type { SystemState } from './read-system.ts';

/** What is told besides how the parts are. */
export type SystemFigures = {
  version: string;
  engine: SystemRecord['database']['engine'];
  /** Undefined: there is no broker. */
  broker: () => Promise<{ host: string; port: number } | undefined>;
  /** In seconds; null while nothing was confirmed. */
  confirmationTimes: () => Promise<{ median: number; most: number } | null>;
  messages: () => Promise<{ received: number; ignored: number }>;
  devices: () => Promise<SystemRecord['figures']['devices']>;
  pages: () => number;
  underWay: () => number;
};

export function createSystemHandlers(options: {
  read: () => Promise<SystemState>;
  figures: SystemFigures;
  startedAt: number;
  clock: Clock;
}): Handlers<typeof systemRoutes> {
  const { figures, clock } = options;
  return {
    getSystem: async () => {
      const [state, times, messages, broker] = await Promise.all([
        options.read(),
        figures.confirmationTimes(),
        figures.messages(),
        figures.broker().catch(() => undefined),
      ]);
      return {
        read_at: isoTime(clock.now()),
        started_at: isoTime(options.startedAt),
        version: figures.version,
        figures: {
          confirmation: times && { median_s: finite(times.median), most_s: finite(times.most) },
          messages,
          devices: await figures.devices(),
          pages: figures.pages(),
        },
        ...toParts(state),
        broker: {
          ...{ health: state.broker.health, reason: state.broker.reason },
          since: isoTime(state.broker.since),
          address: broker ? `${broker.host}:${broker.port}` : null,
        },
        database: {
          ...{ health: state.database.health, response_ms: state.database.responseMs },
          engine: figures.engine,
        },
        service: {
          ...{ health: state.service.health, lag_ms: Math.round(state.service.lagMs) },
          memory_bytes: process.memoryUsage.rss(),
          under_way: figures.underWay(),
        },
      };
    },
  };
}

function toParts({
  disk,
  bulletin,
  backup,
  telegram,
  mail,
}: SystemState): Pick<SystemRecord, 'disk' | 'bulletin' | 'backup' | 'telegram' | 'mail'> {
  const { facts } = bulletin;
  return {
    disk: {
      health: disk.health,
      free_bytes: disk.space?.freeBytes ?? null,
      total_bytes: disk.space?.totalBytes ?? null,
      full_in_days: disk.space?.fullInDays ?? null,
    },
    bulletin: {
      health: bulletin.health,
      reading: facts?.reading ?? false,
      issued_at: isoTime(facts?.issuedAt ?? null),
      next_try_at: isoTime(facts?.nextTryAt ?? null),
      failure: facts?.failure ?? null,
    },
    backup: {
      health: backup.health,
      scheduled: backup.facts?.scheduled ?? false,
      good_at: isoTime(backup.facts?.goodAt ?? null),
      failure: backup.facts?.failure ?? null,
    },
    telegram,
    mail,
  };
}

function finite(seconds: number): number | null {
  return Number.isFinite(seconds) ? seconds : null;
}
