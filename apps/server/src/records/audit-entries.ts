import type { AuditEntry } from '@semaforo/contract/api/audit';
import type { Kysely, Selectable } from 'kysely';
import type { AuditTable } from '../database/schema/audit.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

/** Longer values, of an import of thousands, would make a page of megabytes. */
const LONGEST_VALUE = 20_000;

type AuditRow = Selectable<AuditTable> & { hash: string | null };
type Deliveries = { total: number; confirmed: number; open: number };

/** Rows as the API gives them: each command with what its devices said since. */
export async function toEntries(db: Kysely<Database>, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const deliveries = await readDeliveries(
    db,
    rows.flatMap((row) => commandIdOf(row) ?? []),
  );
  const slices = createTimeSlices();
  const entries: AuditEntry[] = [];
  for (const row of rows) {
    const commandId = commandIdOf(row);
    const sent = commandId === undefined ? undefined : deliveries.get(commandId);
    entries.push({
      id: row.id,
      at: isoTime(row.at),
      username: row.username,
      address: row.address,
      action: row.action,
      target: row.target,
      before: parsed(row.before),
      after: parsed(row.after),
      outcome: sent ? outcomeOf(sent) : row.outcome,
      code: row.code,
      reason: row.reason,
      times: row.times,
      confirmed: sent?.confirmed ?? null,
      total: sent?.total ?? null,
      seal: row.hash,
    });
    await slices.yieldToEventLoop();
  }
  return entries;
}

const COMMAND = /^command:(\d+)$/;

function commandIdOf({ action, target, outcome }: AuditRow): number | undefined {
  if (action !== 'commands.send' || outcome !== 'riuscita') return undefined;
  const id = COMMAND.exec(target ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

function outcomeOf({ total, confirmed, open }: Deliveries): AuditEntry['outcome'] {
  if (confirmed === total) return 'riuscita';
  if (open > 0) return 'in corso';
  return confirmed > 0 ? 'parziale' : 'fallita';
}

async function readDeliveries(db: Kysely<Database>, commandIds: number[]): Promise<Map<number, Deliveries>> {
  if (commandIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn, eb }) => [
      'command_id',
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(eb('state', '=', 'confermato'))
        .as('confirmed'),
      fn
        .countAll<number>()
        .filterWhere(eb('state', 'in', ['accettato', 'inviato']))
        .as('open'),
    ])
    .where('command_id', 'in', commandIds)
    .groupBy('command_id')
    .execute();
  return new Map(rows.map(({ command_id, ...counts }) => [command_id, counts]));
}

function parsed(json: string | null): unknown {
  if (json === null) return null;
  return json.length > LONGEST_VALUE ? `${json.slice(0, LONGEST_VALUE)}…` : JSON.parse(json);
}
