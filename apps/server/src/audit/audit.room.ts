import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Logger } from '../platform/logger.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { createAuditSealer } from './audit-sealer.ts';

/** Reads and seals the audit. Every room appends to it in its own transactions. */
export function createAuditRoom(options: { db: Kysely<Database>; engine: Engine; logger: Logger }) {
  const sealer = createAuditSealer(options);
  return {
    handlers: createAuditHandlers({ repository: createAuditRepository(options.db) }),
    start: sealer.start,
    stop: sealer.stop,
  };
}
