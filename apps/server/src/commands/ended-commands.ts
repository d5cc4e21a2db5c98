import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { ListEvents, OutboundEvent } from '../notifications/notification.ts';
import { isoTime } from '../platform/clock.ts';

/** A command hardly takes longer from its acceptance to its end; what does is remembered. */
const LONGEST_MS = 60 * 60_000;
const DEVICES_NAMED = 100;

/**
 * Lists the commands that have ended, for other systems: each Comune reads of its own devices. What is under way is
 * remembered and looked at again.
 */
export function createListEndedCommands(db: Kysely<Database>): ListEvents {
  let underWay: number[] = [];
  let isFirst = true;
  return async (since) => {
    const accepted = await db
      .selectFrom('commands')
      .select('id')
      .where('created_at', '>=', isFirst ? since - LONGEST_MS : since)
      .execute();
    const looked = [...new Set([...underWay, ...accepted.map(({ id }) => id)])];
    const ended: { id: number; at: number }[] = [];
    for (const ids of inChunks(looked)) ended.push(...(await selectEnded(db, ids).execute()));
    const over = new Set(ended.map(({ id }) => id));
    underWay = looked.filter((id) => !over.has(id));
    isFirst = false;
    return ended
      .filter(({ at }) => at >= since)
      .map(({ id, at }): OutboundEvent => {
        const dataFor = (userId: number | null) => readEnd(db, id, userId);
        return { key: `command:${id}`, event: 'command.ended', at, dataFor };
      });
  };
}

/** Those of which nothing is under way any more, and since when. */
function selectEnded(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('deliveries')
    .select(({ fn }) => ['command_id as id', fn.max('state_changed_at').as('at')])
    .where('command_id', 'in', ids)
    .groupBy('command_id')
    .having((eb) =>
      eb(eb.fn.sum(eb.case().when('state', 'in', ['accettato', 'inviato']).then(1).else(0).end()), '=', 0),
    );
}

/** Undefined when no device of it is that user's. */
async function readEnd(db: Kysely<Database>, id: number, userId: number | null) {
  const own = () => {
    const all = db.selectFrom('deliveries').where('command_id', '=', id);
    return userId === null ? all : all.where('owner_id', '=', userId);
  };
  const count = async (query: ReturnType<typeof own>) =>
    Number((await query.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  const command = await db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirst();
  const total = await count(own());
  if (!command || total === 0) return undefined;
  const failed = await own()
    .select(['device_id', 'device_name', 'device_topic', 'value', 'state', 'reason'])
    .where('state', '<>', 'confermato')
    .orderBy('id')
    .limit(DEVICES_NAMED)
    .execute();
  return {
    ...{ id, origin: command.origin, value: command.value, device_type: command.device_type },
    ...{ created_at: isoTime(command.created_at), username: command.username, total },
    confirmed: await count(own().where('state', '=', 'confermato')),
    not_confirmed: failed.map((delivery) => ({
      ...{ device_id: delivery.device_id, name: labelOf(delivery), value: delivery.value },
      ...{ state: delivery.state, reason: delivery.reason },
    })),
  };
}
