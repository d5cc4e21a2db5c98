import { type Kysely, sql } from 'kysely';
import { DATABASE_NOW } from '../../database/database-now.ts';
import type { Database } from '../../database/schema.ts';
import { TermOverError } from '../cluster.port.ts';
import { lockLanes, moveLanes } from './lane-rows.ts';

/** Literally: an index is for those states only. */
const UNDER_WAY = (['accettato', 'inviato'] as const).map((state) => sql.lit(state));

/** A term of another server that was not renewed in time. */
export type ExpiredTerm = { id: number; serverId: string };

/** What is taken over from a term that expired: the lanes of devices, and the commands under way. */
export type Succession = { deviceIds: number[]; commandIds: number[] };

/** The terms of the servers, all by the clock of the database: theirs may differ. */
export type TermsRepository = {
  /** A new term of this server, which takes over the lanes of its former ones. */
  begin: (aliveMs: number) => Promise<{ id: number; deviceIds: number[] }>;
  /** False when the term is over. */
  renew: (id: number, aliveMs: number) => Promise<boolean>;
  /** From now on others may take over what it has. */
  expire: (id: number) => Promise<void>;
  listExpired: () => Promise<ExpiredTerm[]>;
  /**
   * Ends an expired term and takes over what it has; undefined when it was renewed or another server was first. `since`
   * (epoch ms): a command that was accepted before has nothing to be sent any more.
   */
  succeed: (own: number, expired: ExpiredTerm, since: number) => Promise<Succession | undefined>;
};

/** On PostgreSQL only: several servers share no other database. */
export function createTermsRepository(db: Kysely<Database>, serverId: string): TermsRepository {
  return {
    begin: (aliveMs) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('server_terms')
          .values({ server_id: serverId, alive_until: inFuture(aliveMs), ended: 0 })
          .returning('id')
          .executeTakeFirstOrThrow();
        const former = await transaction
          .selectFrom('server_terms')
          .select('id')
          .where('server_id', '=', serverId)
          .where('id', '<', id)
          .where('ended', '=', 0)
          .forUpdate()
          .execute();
        const deviceIds: number[] = [];
        for (const term of former) deviceIds.push(...(await endTerm(transaction, term.id, id)));
        await forgetEnded(transaction);
        return { id, deviceIds };
      }),
    renew: async (id, aliveMs) => {
      const { numUpdatedRows } = await db
        .updateTable('server_terms')
        .set({ alive_until: inFuture(aliveMs) })
        .where('id', '=', id)
        .where('ended', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    expire: async (id) => {
      await db.updateTable('server_terms').set({ alive_until: 0 }).where('id', '=', id).execute();
    },
    listExpired: () =>
      db
        .selectFrom('server_terms')
        .select(['id', 'server_id as serverId'])
        .where('ended', '=', 0)
        .where('alive_until', '<', DATABASE_NOW)
        .where('server_id', '!=', serverId)
        .execute(),
    succeed: (own, expired, since) =>
      db.transaction().execute(async (transaction) => {
        await refuseIfOver(transaction, own);
        const locked = await transaction
          .selectFrom('server_terms')
          .select('id')
          .where('id', '=', expired.id)
          .where('ended', '=', 0)
          .where('alive_until', '<', DATABASE_NOW)
          .forUpdate()
          .executeTakeFirst();
        if (!locked) return undefined;
        const deviceIds = await endTerm(transaction, expired.id, own);
        const commands = await transaction
          .updateTable('commands')
          .set({ served_by: serverId })
          .where('served_by', '=', expired.serverId)
          .where((eb) =>
            eb.or([
              eb('created_at', '>', since),
              eb(
                'id',
                'in',
                eb.selectFrom('deliveries').select('command_id').where('state', 'in', UNDER_WAY),
              ),
            ]),
          )
          .returning('id')
          .execute();
        return { deviceIds, commandIds: commands.map(({ id }) => id) };
      }),
  };
}

/**
 * Throws a TermOverError unless the term is still on. Until the transaction ends nobody takes it over: so what is
 * written in it is written by its holder (the fencing token).
 */
export async function refuseIfOver(transaction: Kysely<Database>, term: number): Promise<void> {
  if (!(await isOn(transaction, term))) throw new TermOverError('the term is over');
}

/** The same as an answer. To be called in a transaction. */
export async function isOn(transaction: Kysely<Database>, term: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('server_terms')
    .select('id')
    .where('id', '=', term)
    .where('ended', '=', 0)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the devices whose lanes go to the successor. */
async function endTerm(transaction: Kysely<Database>, term: number, successor: number): Promise<number[]> {
  await transaction.updateTable('server_terms').set({ ended: 1 }).where('id', '=', term).execute();
  const deviceIds = await lockLanes(transaction, (lanes) => lanes.where('term_id', '=', term));
  await moveLanes(transaction, deviceIds, successor);
  return deviceIds;
}

/** A term that is over has no lanes, and its number is never given again. */
async function forgetEnded(transaction: Kysely<Database>): Promise<void> {
  await transaction.deleteFrom('server_terms').where('ended', '=', 1).execute();
}

function inFuture(ms: number) {
  return sql<number>`${DATABASE_NOW} + ${sql.val(ms)}::bigint`;
}
