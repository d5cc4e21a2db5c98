import { z } from 'zod';
import { AUDIT_OUTCOMES } from '../domain/audit-outcome.ts';
import { addresses } from './addresses.ts';
import { id, pageQuery, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** Who did what, when and from which address, with the values before and after. It contains no secrets. */
const auditEntrySchema = z.strictObject({
  id,
  at: time,
  username: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** That of a command follows from what its devices said since; `in corso` while some of them may still answer. */
  outcome: z.enum([...AUDIT_OUTCOMES, 'in corso']),
  /** Why it was refused or failed, for programs and for people. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** How often it happened, for what repeats itself within a minute. */
  times: z.int(),
  /** Of a command: how many of its devices confirmed, and how many it was for. */
  confirmed: z.int().nullable(),
  total: z.int().nullable(),
  /** Covers the row and the seal before it; null for a second or so. */
  seal: z.string().nullable(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const instant = z.iso.datetime({
  offset: true,
  error: 'Serve un istante ISO 8601, come 2026-11-21T00:00:00Z',
});

/** Which rows are meant: those of a text, of some actions, of a time, or only what was refused or failed. */
const filter = z.strictObject({
  /** In the name of the user, the address, the action, the target, or the values before and after. */
  q: text.max(100, 'Il testo cercato è troppo lungo').optional(),
  /** With commas: a row of one of these actions counts as found by `q`. */
  actions: z.string().max(1000).optional(),
  from: instant.optional(),
  to: instant.optional(),
  failed: z.enum(['true', 'false']).default('false'),
});

export type AuditFilter = z.output<typeof filter>;

const summarySchema = z.strictObject({
  /** All rows; those of the filter, whatever their outcome; and those of the filter that were refused or failed. */
  total: z.int(),
  matching: z.int(),
  failed: z.int(),
  chain: z.strictObject({
    rows: z.int(),
    newest: z.strictObject({ id, seal: z.string() }).nullable(),
    /** When the server last checked all seals, and the first that was wrong then. */
    checked_at: time.nullable(),
    fault: z.string().nullable(),
  }),
});

export type AuditSummary = z.infer<typeof summarySchema>;

export const auditRoutes = {
  listAudit: defineRoute(addresses.listAudit, {
    summary: 'Il registro delle azioni, dalla più recente',
    query: pageQuery({ usual: 100, most: 1000 }).extend(filter.shape),
    success: { status: 200, body: z.strictObject({ entries: z.array(auditEntrySchema) }) },
  }),
  summarizeAudit: defineRoute(addresses.summarizeAudit, {
    summary: 'Quante righe del registro mostra un filtro, e se la catena è intatta',
    query: filter,
    success: { status: 200, body: summarySchema },
  }),
  exportAudit: defineRoute(addresses.exportAudit, {
    summary: 'Il registro delle azioni come tabella, con i sigilli',
    query: filter,
    produces: { type: 'text/csv', fileName: 'registro.csv' },
    success: { status: 200, body: z.string() },
  }),
};
