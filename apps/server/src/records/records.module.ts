import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import { within } from '../platform/within.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { createAuditExportsRepository } from './audit-exports.repository.ts';
import { createAuditRetention } from './audit-retention.ts';
import { createAuditSyslog } from './audit-syslog.ts';
import { createChainCheck } from './chain-check.ts';
import { createDailySeal } from './daily-seal.ts';
import { createDayAlarms } from './day-alarms.repository.ts';
import { createDayAlerts } from './day-alerts.ts';
import { createDayCommands } from './day-commands.repository.ts';
import { createDayErrors, type OwnedDevice } from './day-errors.repository.ts';
import { createDayHandovers } from './day-handovers.repository.ts';
import { createDayLampTests } from './day-lamp-tests.repository.ts';
import { createDaySchedules } from './day-schedules.repository.ts';
import { createDaySheetHandlers } from './day-sheet.routes.ts';
import { createHandoverHandlers } from './handovers.routes.ts';
import { createReadDaySheet } from './read-day-sheet.ts';
import { sealAudit } from './seal-audit.ts';
import { createSyslogCollector, type SyslogTarget } from './syslog.adapter.ts';

const SEAL_EVERY_MS = 500;
const EXPORT_EVERY_MS = 1000;
/** A database that does not answer must not hold up the stop; the next start seals what is left. */
const LAST_SEAL_WITHIN_MS = 1000;

/**
 * Reads, seals and checks the audit, to which every module appends in its own transactions; and reads what happened on
 * a day, on one sheet for the operations centre (docs/rules.md#day-sheet).
 */
export function createRecordsModule(options: {
  db: Kysely<Database>;
  engine: Engine;
  serverId: string;
  dataDir: string;
  /** Undefined: nothing is taken out. */
  keepMs: number | undefined;
  /** Where the audit goes besides, and who is sent its seal each day; undefined: nowhere. */
  audit: { syslog: SyslogTarget | undefined; sealMail: string | undefined };
  enqueue: Enqueue;
  counters: Pick<Counters, 'registry'>;
  listAlerts: Parameters<typeof createDayAlerts>[0];
  listDevices: () => readonly OwnedDevice[];
  clock: Clock;
  logger: Logger;
}) {
  const { db, keepMs, clock } = options;
  const sealer = createAuditSealer(options);
  const chainCheck = createChainCheck(options);
  const retention = keepMs === undefined ? undefined : createAuditRetention({ ...options, keepMs });
  const { syslog, sealMail } = options.audit;
  const repository = createAuditExportsRepository(db);
  const everyMs = EXPORT_EVERY_MS;
  const exporting = [
    createDailySeal({ ...options, repository, mailTo: sealMail, everyMs }),
    ...(syslog
      ? [
          createAuditSyslog({
            ...{ ...options, repository, everyMs, send: createSyslogCollector(syslog) },
            lease: createLease(db, 'audit-syslog', options.serverId),
          }),
        ]
      : []),
  ];
  if (syslog)
    addMeasuredGauge(options.counters.registry, {
      name: 'semaforo_audit_syslog_waiting',
      help: 'Rows of the audit that wait to be taken by the collector',
      read: repository.countWaiting,
    });
  const sources = [
    createDayAlerts(options.listAlerts),
    createDayAlarms(db),
    createDayErrors(db, options.listDevices),
    createDaySchedules(db),
    createDayCommands(db),
    createDayLampTests(db),
    createDayHandovers(db),
  ];
  return {
    name: 'records',
    routes: {
      ...createHandoverHandlers({ db, clock }),
      ...createAuditHandlers({ repository: createAuditRepository(db), chainCheck }),
      ...createDaySheetHandlers({
        read: createReadDaySheet({ sources, clock }),
        findUsername: async (id) =>
          (await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst())?.username,
      }),
    },
    /** Why the collector did not take the audit the last time, for its alarm; null: it did. */
    syslogFailure: async () => (syslog ? ((await repository.find('syslog'))?.failure ?? null) : null),
    start: () => {
      sealer.start();
      for (const one of exporting) one.start();
      chainCheck.start();
      retention?.start();
    },
    stop: async () => {
      await Promise.all(exporting.map((one) => one.stop()));
      await retention?.stop();
      await chainCheck.stop();
      await sealer.stop();
    },
  };
}

/** Seals what every server wrote into the audit, within a second or so, from start to stop. */
function createAuditSealer(options: { db: Kysely<Database>; engine: Engine; logger: Logger }) {
  let everywhere = true;

  const sealAll = async () => {
    while ((await sealAudit(options, { everywhere })) > 0) await nextTurn();
    everywhere = false;
  };
  const interval = createInterval({
    name: 'audit-seal',
    everyMs: SEAL_EVERY_MS,
    logger: options.logger,
    work: sealAll,
  });

  return {
    start: interval.start,
    stop: async () => {
      await interval.stop();
      await within(LAST_SEAL_WITHIN_MS, sealAll()).catch((error: unknown) => {
        options.logger.info({ err: error }, 'the newest rows of the audit are sealed at the next start');
      });
    },
  };
}
