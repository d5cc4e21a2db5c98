import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Who acts, for the audit: a user from an address, or the program itself. */
export type AuditAuthor = { id: number | null; username: string; address: string | null };

/** The program itself, without a user or an address. */
export const PROGRAM: AuditAuthor = { id: null, username: 'semaforo', address: null };

/** Who does something, and when (epoch milliseconds). */
export type AuditContext = { author: AuditAuthor; at: number };

type AuditRecord = {
  at: number;
  author: AuditAuthor;
  /** `<word>.<what>`, such as `commands.send`. */
  action: string;
  /** What it was done to, such as `device:12`. */
  target?: string;
  /** Never with secrets. */
  before?: unknown;
  after?: unknown;
};

/**
 * Adds a row to the audit, which is never changed or deleted. Pass the transaction of the change itself, so that both
 * are stored or neither.
 */
export async function appendAudit(db: Kysely<Database>, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: record.at,
      user_id: record.author.id,
      username: record.author.username,
      address: record.author.address,
      action: record.action,
      target: record.target ?? null,
      before: record.before === undefined ? null : JSON.stringify(record.before),
      after: record.after === undefined ? null : JSON.stringify(record.after),
    })
    .execute();
}
