import type { DutyPerson, WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import { addressOf, type DutyChannel } from '@semaforo/contract/domain/duty-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { DutyChannelsTable, DutyPeopleTable } from '../database/schema/alarms.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { Secrets } from '../platform/secrets.ts';
import { channelsOf } from './duty-person.ts';

/** Whom to tell of alarms, in their order: of an owner, or (null) of the system. */
export type DutyRepository = {
  list: (ownerId: number | null) => Promise<DutyPerson[]>;
  /** The lists of everybody, by owner. */
  listAll: () => Promise<ReadonlyMap<number | null, DutyPerson[]>>;
  /** Replaces the list, with an audit row. Who is on it by their id keeps receipts, and what was not written again. */
  save: (ownerId: number | null, people: readonly WrittenDutyPerson[], act: AuditContext) => Promise<void>;
  /** True when the user may be told by that linked chat. */
  ownsChat: (userId: number, chatId: number) => Promise<boolean>;
  /** True when the browser is one of the user's. */
  ownsBrowser: (userId: number, pushId: number) => Promise<boolean>;
};

export function createDutyRepository(
  db: Kysely<Database>,
  secrets: Pick<Secrets, 'seal' | 'open'>,
): DutyRepository {
  const toPeople = async (from: Kysely<Database>, rows: readonly Selectable<DutyPeopleTable>[]) => {
    const channels: Pick<DutyChannelsTable, 'person_id' | 'channel' | 'receipt_at'>[] = [];
    for (const some of inChunks(rows)) {
      const ids = some.map(({ id }) => id);
      const query = from.selectFrom('duty_channels').select(['person_id', 'channel', 'receipt_at']);
      channels.push(...(await query.where('person_id', 'in', ids).execute()));
    }
    const channelsById = groupBy(channels, ({ person_id: id }) => id);
    return rows.map((row) => toPerson(row, channelsById.get(row.id) ?? [], secrets.open));
  };
  const list = async (from: Kysely<Database>, ownerId: number | null): Promise<DutyPerson[]> => {
    const rows = from.selectFrom('duty_people').selectAll();
    const own = rows.where('owner_id', ownerId === null ? 'is' : '=', ownerId).orderBy('position');
    return toPeople(from, await own.execute());
  };
  const store = async (
    to: Kysely<Database>,
    { ntfy, gotify_token: token, rules, id: _id, ...person }: WrittenDutyPerson,
    place: { owner_id: number | null; position: number; former: DutyPerson | undefined; at: number },
  ) => {
    const { former, at, ...where } = place;
    const row = {
      ...{ ...person, ...where, ntfy: ntfy && secrets.seal(ntfy), rules: JSON.stringify(rules) },
      ...(person.gotify === null ? { gotify_token: null } : token && { gotify_token: secrets.seal(token) }),
    };
    const id = former?.id ?? (await insert(to, row));
    if (former) await to.updateTable('duty_people').set(row).where('id', '=', id).execute();
    const channels = channelsOf({ ...person, ntfy });
    const kept = channels.filter(
      (channel) => former && addressOf(former, channel) === addressOf({ ...person, ntfy }, channel),
    );
    await keepTests(to, { personId: id, kept, added: channels.filter((one) => !kept.includes(one)), at });
  };
  return {
    list: (ownerId) => list(db, ownerId),
    listAll: async () => {
      const rows = await db.selectFrom('duty_people').selectAll().orderBy('position').execute();
      const people = new Map((await toPeople(db, rows)).map((person) => [person.id, person]));
      const byOwner = groupBy(rows, ({ owner_id: ownerId }) => ownerId);
      return new Map(
        [...byOwner].map(([ownerId, own]) => [ownerId, own.flatMap(({ id }) => people.get(id) ?? [])]),
      );
    },
    save: (ownerId, people, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const before = await list(transaction, ownerId);
        const known = new Map(before.map((person) => [person.id, person]));
        for (const [position, person] of people.entries()) {
          const former = person.id === null ? undefined : known.get(person.id);
          if (former) known.delete(former.id);
          await store(transaction, person, { owner_id: ownerId, position, former, at });
        }
        const gone = [...known.keys()];
        if (gone.length > 0) await transaction.deleteFrom('duty_people').where('id', 'in', gone).execute();
        const names = (list: readonly { name: string }[]) => ({ people: list.map(({ name }) => name) });
        await appendAudit(transaction, {
          ...{ at, author, action: 'alarms.duty', before: names(before), after: names(people) },
        });
      }),
    ownsChat: async (userId, chatId) => {
      const chat = await db
        .selectFrom('bot_chats')
        .select('id')
        .where('id', '=', chatId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return chat !== undefined;
    },
    ownsBrowser: async (userId, pushId) => {
      const browser = await db
        .selectFrom('push_devices')
        .select('id')
        .where('id', '=', pushId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return browser !== undefined;
    },
  };
}

async function insert(to: Kysely<Database>, row: Insertable<DutyPeopleTable>): Promise<number> {
  const added = to.insertInto('duty_people').values(row).returning('id');
  return (await added.executeTakeFirstOrThrow()).id;
}

/** What is known of a channel is of its address: another one begins anew. */
async function keepTests(
  to: Kysely<Database>,
  {
    personId,
    kept,
    added,
    at,
  }: { personId: number; kept: readonly DutyChannel[]; added: readonly DutyChannel[]; at: number },
): Promise<void> {
  const former = to.deleteFrom('duty_channels').where('person_id', '=', personId);
  await (kept.length === 0 ? former : former.where('channel', 'not in', kept)).execute();
  if (added.length === 0) return;
  const test = { person_id: personId, since: at, tested_at: null, receipt_at: null, token_hash: null };
  await to
    .insertInto('duty_channels')
    .values(added.map((channel) => ({ ...test, channel })))
    .execute();
}

function toPerson(
  row: Selectable<DutyPeopleTable>,
  tests: readonly Pick<DutyChannelsTable, 'channel' | 'receipt_at'>[],
  open: (sealed: string) => string | undefined,
): DutyPerson {
  const { id, name, email, chat_id, push_id, gotify, sms, voice, rules } = row;
  const ntfy = row.ntfy === null ? null : (open(row.ntfy) ?? null);
  const person = { id, name, email, chat_id, push_id, ntfy, gotify, sms, voice };
  const receipts = new Map(tests.map(({ channel, receipt_at: at }) => [channel, isoTime(at)]));
  return {
    ...person,
    rules: rules === null ? {} : (JSON.parse(rules) as DutyPerson['rules']),
    proved: Object.fromEntries(channelsOf(person).map((channel) => [channel, receipts.get(channel) ?? null])),
  };
}
