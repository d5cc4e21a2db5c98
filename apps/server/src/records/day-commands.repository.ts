import { DAY_SHEET_NAMES, namesOf } from '@semaforo/contract/domain/day-sheet-rows';
import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { DayRequest, DaySource } from './day-source.ts';

const HOUR_MS = 3_600_000;
/** Each may have been for thousands of devices. */
const COMMANDS_AT_ONCE = 10;

/**
 * The commands of a day, each with what became of it on the devices that were the owner's then. The steps of a lamp
 * test are told by the test.
 */
export function createDayCommands(db: Kysely<Database>): DaySource {
  return async (requested) => {
    const commands = await listCommands(db, requested);
    const shares = await listShares(db, { ids: commands.map(({ id }) => id), ownerId: requested.ownerId });
    return commands.map(({ id, ...command }) => {
      const { total, confirmed, names, failed } = shares.get(id) ?? NONE;
      return {
        kind: 'comando',
        test: command.drill === 1,
        at: isoTime(command.created_at),
        until: null,
        what: command.origin === 'operatore' ? wordOf(command) : `${wordOf(command)} (${command.origin})`,
        whom: namesOf(total, names),
        outcome: outcomeOf({ total, confirmed, failed }),
        author: command.username,
        approved_by: command.approved_by,
      };
    });
  };
}

type Share = { total: number; confirmed: number; names: string[]; failed: string[] };

const NONE: Share = { total: 0, confirmed: 0, names: [], failed: [] };

function wordOf({ value }: { value: string | null }): string {
  return value ?? 'colori di prima';
}

function outcomeOf({ total, confirmed, failed }: Omit<Share, 'names'>): string {
  if (confirmed === total) return total === 1 ? 'confermato' : `confermato da tutti e ${total}`;
  return `confermato da ${confirmed} di ${total}; ${namesOf(total - confirmed, failed)}`;
}

/** Hour by hour, so that others get their turn on a day with many. */
async function listCommands(db: Kysely<Database>, { ownerId, from, to, limit }: DayRequest) {
  const found: Awaited<ReturnType<ReturnType<typeof selectCommands>['execute']>> = [];
  const slices = createTimeSlices();
  for (let hour = from; hour < to && found.length < limit; hour += HOUR_MS) {
    let some = selectCommands(db)
      .where('commands.created_at', '>=', hour)
      .where('commands.created_at', '<', Math.min(hour + HOUR_MS, to))
      .limit(limit - found.length);
    if (ownerId !== undefined) {
      some = some.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('command_id', '=', 'commands.id')
            .where('owner_id', '=', ownerId),
        ),
      );
    }
    found.push(...(await some.execute()));
    await slices.yieldToEventLoop();
  }
  return found;
}

function selectCommands(db: Kysely<Database>) {
  return (
    db
      .selectFrom('commands')
      .leftJoin('schedules', 'schedules.id', 'commands.schedule_id')
      .leftJoin('alerts', 'alerts.id', 'schedules.alert_id')
      .select(['commands.id', 'commands.created_at', 'commands.value', 'commands.origin'])
      .select(['commands.username', 'commands.approved_by', 'alerts.drill'])
      // No bare comparison: most are of no test, and its index would be taken for that of the time.
      .where(({ eb, fn }) => eb(fn.coalesce('commands.lamp_test_id', eb.lit(0)), '=', 0))
      .orderBy('commands.created_at')
      .orderBy('commands.id')
  );
}

/** Of each command how many devices it had, how many confirmed, and the first of both kinds by name. */
async function listShares(
  db: Kysely<Database>,
  { ids, ownerId }: { ids: readonly number[]; ownerId: number | undefined },
): Promise<Map<number, Share>> {
  const shares = new Map<number, Share>();
  const slices = createTimeSlices();
  for (const some of inChunks(ids, COMMANDS_AT_ONCE)) {
    const rows = await readDeliveries(db, { ids: some, ownerId });
    for (const id of some) shares.set(id, shareOf(rows.filter(({ command_id }) => command_id === id)));
    await slices.yieldToEventLoop();
  }
  return shares;
}

type FirstDelivery = Awaited<ReturnType<typeof readDeliveries>>[number];

function shareOf(rows: readonly FirstDelivery[]): Share {
  const isConfirmed = ({ state }: FirstDelivery) => state === 'confermato';
  const sum = (some: readonly FirstDelivery[]) =>
    some.reduce((total, { place, size }) => (Number(place) === 1 ? total + Number(size) : total), 0);
  return {
    total: sum(rows),
    confirmed: sum(rows.filter(isConfirmed)),
    names: rows.slice(0, DAY_SHEET_NAMES).map(labelOf),
    failed: rows
      .filter((row) => !isConfirmed(row))
      .slice(0, DAY_SHEET_NAMES)
      .map((row) => `${labelOf(row)}: ${row.reason ?? row.state}`),
  };
}

/** The first deliveries of each command that were confirmed, and the first that were not, with how many there are. */
function readDeliveries(
  db: Kysely<Database>,
  { ids, ownerId }: { ids: readonly number[]; ownerId: number | undefined },
) {
  return db
    .selectFrom((eb) => {
      const own = eb
        .selectFrom('deliveries')
        .select(['id', 'command_id', 'device_name', 'device_topic', 'state', 'reason'])
        .select(({ fn }) => [
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy(['command_id', 'state']).orderBy('id'))
            .as('place'),
          fn
            .countAll<number>()
            .over((over) => over.partitionBy(['command_id', 'state']))
            .as('size'),
        ])
        .where('command_id', 'in', ids);
      return (ownerId === undefined ? own : own.where('owner_id', '=', ownerId)).as('own');
    })
    .selectAll()
    .where('place', '<=', DAY_SHEET_NAMES)
    .orderBy('id')
    .execute();
}
