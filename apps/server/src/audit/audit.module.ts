import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { createAuditRetention } from './audit-retention.ts';
import { createAuditSealer } from './audit-sealer.ts';
import { createChainCheck } from './chain-check.ts';

/** Reads, seals and checks the audit. Every room appends to it in its own transactions. */
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
    handlers: createAuditHandlers({ repository: createAuditRepository(options.db), chainCheck }),
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
