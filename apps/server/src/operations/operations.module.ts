import type { PublicSettings } from '@semaforo/contract/api/settings';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import { createBackupHandlers } from './backup.routes.ts';
import { backupProgramFile, createBackupProgram } from './backup-program.adapter.ts';
import { BACKUP_TIMING, type BackupTiming, createBackupSchedule } from './backup-schedule.ts';
import { createBackupsRepository } from './backups.repository.ts';
import { createDownloadBackup } from './download-backup.ts';
import { createMapHandlers } from './map.routes.ts';
import { createNetworkTiles } from './network-tiles.adapter.ts';
import { createRestoresRepository } from './restores.repository.ts';
import { createSettingsRepository } from './settings.repository.ts';
import { createSettingsHandlers } from './settings.routes.ts';
import { type BackupSummary, summarizeBackups } from './summarize-backups.ts';

/** Backups at their times, the settings of users and of the installation, and the tiles of the map. */
export function createOperationsModule(deps: {
  db: Kysely<Database>;
  serverId: string;
  config: {
    dataDir: string;
    databaseUrl: string | undefined;
    secretKey: Secret | undefined;
    tileUrl: string;
    publicSettings: PublicSettings;
    backups: { passphrase: Secret | undefined; dir: string | undefined; everyMs: number; keep: number };
  };
  program: URL | undefined;
  timing: BackupTiming | undefined;
  notify: Notify;
  clock: Clock;
  counters: Pick<Counters, 'registry'>;
  logger: Logger;
}) {
  const { db, config, clock, logger } = deps;
  const { dir, everyMs, keep, passphrase } = config.backups;
  const repository = createBackupsRepository(db);
  const restores = createRestoresRepository(db);
  let restoredStart: number | undefined;
  const since = clock.now();
  const summary = async () =>
    summarizeBackups(await repository.list(), {
      everyMs: dir === undefined ? null : everyMs,
      since,
      now: clock.now(),
    });
  measureBackups(deps.counters.registry, summary, clock);
  const startWith = (key: Secret | undefined) =>
    createBackupProgram({
      program: deps.program ?? backupProgramFile(),
      settings: {
        DATA_DIR: config.dataDir,
        DATABASE_URL: config.databaseUrl,
        SECRET_KEY: config.secretKey?.reveal(),
        BACKUP_PASSPHRASE: key?.reveal(),
      },
    });
  const schedule =
    dir === undefined
      ? undefined
      : createBackupSchedule({
          settings: { dir, everyMs, keep },
          startBackup: startWith(passphrase),
          lease: createLease(db, 'backups', deps.serverId),
          timing: deps.timing ?? BACKUP_TIMING,
          ...{ repository, clock, logger, notify: deps.notify },
        });
  return {
    name: 'operations',
    routes: {
      ...createBackupHandlers({
        ...{ db, repository, summary, keep, restores, clock },
        download: createDownloadBackup(startWith),
      }),
      ...createSettingsHandlers({
        ...{ repository: createSettingsRepository(db), publicSettings: config.publicSettings, clock },
      }),
      ...createMapHandlers({
        ...{ dataDir: config.dataDir, provider: createNetworkTiles(config.tileUrl), clock, logger },
      }),
    },
    /** How backups stand. */
    backups: async () => {
      const { everyMs, last, stale, failure } = await summary();
      return {
        ...{ scheduled: everyMs !== null, goodAt: last?.at ?? null },
        ...{ stale, failure: failure?.reason ?? null },
      };
    },
    /** When the first server started after the newest restore; undefined without one, and before `restored` started. */
    restoredStart: () => restoredStart,
    /** True while the newest restore waits until a person has looked at the lamps of that owner (null: of nobody). */
    isHeldBack: async (ownerId: number | null) =>
      restoredStart !== undefined && (await restores.findHeld(ownerId)) !== undefined,
    /** Starts before anything of what is stored is carried out. */
    restored: {
      name: 'restored backup',
      start: async () => {
        restoredStart = await restores.noteStart(clock.now());
      },
    },
    start: () => schedule?.start(),
    stop: () => schedule?.stop(),
  };
}

/** Shows the age of the last good backup, and whether the last one failed, to Prometheus. */
function measureBackups(registry: Registry, summary: () => Promise<BackupSummary>, clock: Clock): void {
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
