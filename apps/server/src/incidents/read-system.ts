import {
  assessBackup,
  assessBot,
  assessBroker,
  assessBulletin,
  assessDatabase,
  assessDisk,
  assessMail,
  assessService,
  type Health,
} from '@semaforo/contract/domain/system-health';
import { within } from '../platform/within.ts';

/** A part that hangs is told of as not known; the others are told of all the same. */
const READ_WITHIN_MS = 2000;

/** Where each part of the system is asked. Times are epoch milliseconds. */
export type SystemSources = {
  brokerStatus: () => { connected: boolean; since: number; reason: string | null };
  /** True when the database takes a row. */
  takesWrites: () => Promise<boolean>;
  disk: () => Promise<DiskFacts>;
  bulletins: () => Promise<BulletinFacts>;
  backups: () => Promise<BackupFacts>;
  bot: { configured: boolean; isRunning: () => boolean; countWaiting: () => Promise<number> };
  mail: () => Promise<{ configured: boolean; waiting: number; failure: string | null }>;
  /** How long 1 of 100 pieces of work waited for its turn lately (ms). */
  lagMs: () => number;
};

/** `fullInDays`: if it goes on as in the last days; null: not within a year, or not known yet. */
type DiskFacts = { freeBytes: number; totalBytes: number; fullInDays: number | null };
type BulletinFacts = {
  reading: boolean;
  issuedAt: number | null;
  stale: boolean;
  failure: string | null;
  nextTryAt: number | null;
};
type BackupFacts = { scheduled: boolean; goodAt: number | null; stale: boolean; failure: string | null };

/** How each part is, and what that follows from; null: it could not be read. */
export type SystemState = {
  broker: { health: Health; since: number; reason: string | null };
  database: { health: Health; responseMs: number | null };
  disk: { health: Health; space: DiskFacts | null };
  bulletin: { health: Health; facts: BulletinFacts | null };
  backup: { health: Health; facts: BackupFacts | null };
  telegram: { health: Health; waiting: number | null };
  mail: { health: Health; waiting: number | null; failure: string | null };
  service: { health: Health; lagMs: number };
};

/** Asks every part how it is. Never rejects, and takes two seconds at most. */
export async function readSystem(
  sources: SystemSources,
  { diskLowPercent }: { diskLowPercent: number },
): Promise<SystemState> {
  const { connected, since, reason } = sources.brokerStatus();
  const { configured, isRunning } = sources.bot;
  const [responseMs, space, bulletin, backup, waiting, mail] = await Promise.all([
    orNull(timed(sources.takesWrites)),
    orNull(sources.disk()),
    orNull(sources.bulletins()),
    orNull(sources.backups()),
    orNull(configured ? sources.bot.countWaiting() : Promise.resolve(null)),
    orNull(sources.mail()),
  ]);
  const lagMs = sources.lagMs();
  return {
    broker: { health: assessBroker({ connected }), since, reason },
    database: { health: assessDatabase({ responseMs }), responseMs },
    disk: {
      health: assessDisk(space, { lowPercent: diskLowPercent, fullInDays: space?.fullInDays ?? null }),
      space,
    },
    bulletin: { health: assessBulletin(bulletin), facts: bulletin },
    backup: { health: assessBackup(backup), facts: backup },
    telegram: { health: assessBot({ configured, running: isRunning() }), waiting },
    mail: { health: assessMail(mail), waiting: mail?.waiting ?? null, failure: mail?.failure ?? null },
    service: { health: assessService({ lagMs }), lagMs },
  };
}

function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return within(READ_WITHIN_MS, reading).catch(() => null);
}

/** How long it took (ms); null when the answer was no. */
async function timed(ask: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now();
  return (await ask()) ? Math.round(performance.now() - startedAt) : null;
}
