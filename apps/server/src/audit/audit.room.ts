import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { createAuditRepository } from './audit.repository.ts';
import { createAuditHandlers } from './audit.routes.ts';

/** Reads the audit trail. Every room appends to it in its own transactions. */
export function createAuditRoom({ db }: { db: Kysely<Database> }) {
  return { handlers: createAuditHandlers({ repository: createAuditRepository(db) }) };
}
