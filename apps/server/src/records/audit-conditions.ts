import type { AuditFilter } from '@semaforo/contract/api/audit';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

type Rows = ExpressionBuilder<Database, 'audit'>;

/** Values before and after that are longer (an import) are not searched. */
const SEARCHED_UP_TO = 2000;

/** The id of the command that a row speaks of. The CASE keeps PostgreSQL from reading another row's target as one. */
const COMMAND_ID = sql<number>`case when audit.action = 'commands.send' and audit.target is not null
  then cast(substr(audit.target, 9) as bigint) end`;

/** The rows of a filter, whatever their outcome. */
export function matchesFilter(
  rows: Rows,
  { q, actions, from, to }: Partial<AuditFilter>,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (from !== undefined) conditions.push(rows('at', '>=', Date.parse(from)));
  if (to !== undefined) conditions.push(rows('at', '<', Date.parse(to)));
  if (q !== undefined && q !== '') conditions.push(matchesText(rows, q, actions?.split(',') ?? []));
  return rows.and(conditions);
}

/** What was refused or failed; of commands those that no device confirmed, once all have ended. */
export function isFailed(rows: Rows): Expression<SqlBool> {
  const deliveries = (states: readonly string[]) =>
    rows.exists(
      rows
        .selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.command_id', '=', COMMAND_ID)
        .where(sql`deliveries.state`, 'in', states),
    );
  return rows.or([
    rows('outcome', 'in', ['rifiutata', 'fallita']),
    rows.and([
      rows('action', '=', 'commands.send'),
      deliveries(['fallito', 'scaduto', 'superato', 'annullato']),
      rows.not(deliveries(['accettato', 'inviato', 'confermato'])),
    ]),
  ]);
}

function matchesText(rows: Rows, q: string, actions: readonly string[]): Expression<SqlBool> {
  const pattern = `%${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const contains = (column: 'username' | 'address' | 'action' | 'target' | 'reason') =>
    sql<SqlBool>`lower(${sql.ref(`audit.${column}`)}) like ${pattern} escape '\\'`;
  const containsValue = (column: 'before' | 'after') =>
    sql<SqlBool>`length(${sql.ref(`audit.${column}`)}) <= ${SEARCHED_UP_TO}
      and lower(${sql.ref(`audit.${column}`)}) like ${pattern} escape '\\'`;
  return rows.or([
    contains('username'),
    contains('address'),
    contains('action'),
    contains('target'),
    contains('reason'),
    containsValue('before'),
    containsValue('after'),
    ...(actions.length === 0 ? [] : [rows('action', 'in', actions)]),
  ]);
}
