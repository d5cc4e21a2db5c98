import { isIP } from 'node:net';
import type { AuditOutcome } from '@semaforo/contract/domain/audit-outcome';
import type { Insertable, Kysely } from 'kysely';
import { compileOnceForRows } from './compile-once.ts';
import { inChunks } from './in-chunks.ts';
import type { Database } from './schema.ts';

/** Who acts, for the audit: a user from an address, or the program itself. */
export type AuditAuthor = { id: number | null; username: string; address: string | null };

/** The program itself, without a user or an address. */
export const PROGRAM: AuditAuthor = { id: null, username: 'semaforo', address: null };

/** Who does something, and when (epoch milliseconds). */
export type AuditContext = { author: AuditAuthor; at: number };

/** Longer ones are cut: a row cannot be made large by whoever is refused. */
const LONGEST_NAME = 200;
const LONGEST_REASON = 500;

export type AuditRecord = {
  at: number;
  author: AuditAuthor;
  /** `<word>.<what>`, such as `commands.send`. */
  action: string;
  /** What it was done to, such as `device:12`. */
  target?: string;
  /** Never with secrets. */
  before?: unknown;
  after?: unknown;
  /** Done, unless told otherwise. */
  outcome?: AuditOutcome;
  /** Why not: a code for programs, and an Italian sentence. */
  code?: string;
  reason?: string;
  /** How often the same happened; once, unless told otherwise. */
  times?: number;
};

/**
 * Adds a row to the audit, which is never changed or deleted. Pass the transaction of the change itself, so that both
 * are stored or neither.
 */
export async function appendAudit(db: Kysely<Database>, record: AuditRecord): Promise<void> {
  await appendAudits(db, [record]);
}

/** The same for several things that are done together, in their order. */
export async function appendAudits(db: Kysely<Database>, records: readonly AuditRecord[]): Promise<void> {
  for (const some of inChunks(records)) await insertAudit(db, some.map(toRow));
}

function toRow(record: AuditRecord): Insertable<Database['audit']> {
  return {
    at: record.at,
    user_id: record.author.id,
    username: record.author.username.slice(0, LONGEST_NAME),
    address: addressOrNull(record.author.address),
    action: record.action,
    target: record.target?.slice(0, LONGEST_NAME) ?? null,
    before: record.before === undefined ? null : JSON.stringify(record.before),
    after: record.after === undefined ? null : JSON.stringify(record.after),
    outcome: record.outcome ?? 'riuscita',
    code: record.code ?? null,
    reason: record.reason?.slice(0, LONGEST_REASON) ?? null,
    times: record.times ?? 1,
  };
}

const insertAudit = compileOnceForRows((db, rows: readonly Insertable<Database['audit']>[]) =>
  db.insertInto('audit').values(rows),
);

const CHAT = /^telegram:-?\d+$/;

/** A proxy may pass on whatever a client calls its address. The bot's is that of a chat. */
function addressOrNull(address: string | null): string | null {
  return address !== null && (isIP(address) !== 0 || CHAT.test(address)) ? address : null;
}
