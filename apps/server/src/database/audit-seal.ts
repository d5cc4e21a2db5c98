import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from './schema/audit.ts';

/** What the first row is sealed with, as there is no seal before it. */
export const FIRST_SEAL = '0'.repeat(64);

/** The seal of a row: SHA-256 (hexadecimal) of the seal before it and of every column of the row. */
export function sealOf(previous: string, row: Selectable<AuditTable>): string {
  const content = [
    row.id,
    row.at,
    row.user_id,
    row.username,
    row.address,
    row.action,
    row.target,
    row.before,
    row.after,
    row.outcome,
    row.code,
    row.reason,
    row.times,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(content)).digest('hex');
}
