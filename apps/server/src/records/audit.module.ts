import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { within } from '../platform/within.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { createAuditRetention } from './audit-retention.ts';
import { createChainCheck } from './chain-check.ts';
import { sealAudit } from './seal-audit.ts';

const SEAL_EVERY_MS = 500;
/** A database that does not answer must not hold up the stop; the next start seals what is left. */
const LAST_SEAL_WITHIN_MS = 1000;

/** Reads, seals and checks the audit. Every module appends to it in its own transactions. */
export function createAuditModule(options: {
  db: Kysely<Database>;
  engine: Engine;
  serverId: string;
  dataDir: string;
  /** Undefined: nothing is taken out. */
  keepMs: number | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const sealer = createAuditSealer(options);
  const chainCheck = createChainCheck(options);
  const { keepMs } = options;
  const retention = keepMs === undefined ? undefined : createAuditRetention({ ...options, keepMs });
  return {
    name: 'audit',
    routes: createAuditHandlers({ repository: createAuditRepository(options.db), chainCheck }),
    start: () => {
      sealer.start();
      chainCheck.start();
      retention?.start();
    },
    stop: async () => {
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
