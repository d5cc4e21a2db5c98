import { groupBy } from '@semaforo/contract/domain/group-by';
import type { Kysely } from 'kysely';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';
import { lockLanes, moveLanes } from './lane-rows.ts';
import { refuseIfOver } from './terms.repository.ts';

/** Lanes that were asked for: those that are this server's now, and those that another one still has. */
export type Claimed = { own: number[]; foreign: number[] };

/** Lanes that were taken, some of them left by a server whose last messages may still be on their way. */
export type Taken = Claimed & { leftBy: Map<string, number[]> };

/** Who has the lane of each device. On PostgreSQL only. */
export type LanesRepository = {
  /**
   * Asks for lanes, in the transaction that stores commands for their devices. Until it ends no other server stores
   * one for them: so of each device the order of ids is that of the commits.
   */
  claim: (transaction: Kysely<Database>, term: number, deviceIds: readonly number[]) => Promise<Claimed>;
  /** Takes those that are free, and says of the others that they are wanted. */
  take: (term: number, deviceIds: readonly number[]) => Promise<Taken>;
  listWanted: (term: number) => Promise<number[]>;
  /** Frees lanes. `leftBy` names this server when its last messages may still be on their way. */
  give: (term: number, deviceIds: readonly number[], leftBy: string | null) => Promise<void>;
};

export function createLanesRepository(db: Kysely<Database>): LanesRepository {
  return {
    claim: async (transaction, term, deviceIds) => {
      await refuseIfOver(transaction, term);
      const claimed: Claimed = { own: [], foreign: [] };
      const inOrder = [...new Set(deviceIds)].sort((a, b) => a - b);
      for (const some of inChunks(inOrder)) {
        for (const { device_id, term_id } of await claimSome(transaction, term, some))
          (term_id === term ? claimed.own : claimed.foreign).push(device_id);
      }
      return claimed;
    },
    take: (term, deviceIds) =>
      db.transaction().execute(async (transaction) => {
        await refuseIfOver(transaction, term);
        const taken: Taken = { own: [], foreign: [], leftBy: new Map() };
        for (const some of inChunks([...deviceIds].sort((a, b) => a - b)))
          await takeSome(transaction, { term, deviceIds: some, taken });
        return taken;
      }),
    listWanted: async (term) => {
      const rows = await db
        .selectFrom('device_lanes')
        .select('device_id')
        .where('term_id', '=', term)
        .where('wanted', '=', 1)
        .execute();
      return rows.map(({ device_id }) => device_id);
    },
    give: (term, deviceIds, leftBy) =>
      db.transaction().execute(async (transaction) => {
        for (const some of inChunks([...deviceIds].sort((a, b) => a - b))) {
          const own = await lockLanes(transaction, (lanes) =>
            lanes.where('device_id', 'in', some).where('term_id', '=', term),
          );
          await moveLanes(transaction, own, null, leftBy);
        }
      }),
  };
}

/** Whoever has a lane keeps it, and is told that it is wanted. A free one that somebody left is taken later. */
function claimSome(transaction: Kysely<Database>, term: number, deviceIds: readonly number[]) {
  return transaction
    .insertInto('device_lanes')
    .values(deviceIds.map((id) => ({ device_id: id, term_id: term, wanted: 0, left_by: null })))
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((eb) => ({
        term_id: eb
          .case()
          .when(eb.and([eb('device_lanes.term_id', 'is', null), eb('device_lanes.left_by', 'is', null)]))
          .then(eb.ref('excluded.term_id'))
          .else(eb.ref('device_lanes.term_id'))
          .end(),
        wanted: eb
          .case()
          .when('device_lanes.term_id', '!=', eb.ref('excluded.term_id'))
          .then(1)
          .else(eb.ref('device_lanes.wanted'))
          .end(),
      })),
    )
    .returning(['device_id', 'term_id'])
    .execute();
}

async function takeSome(
  transaction: Kysely<Database>,
  { term, deviceIds, taken }: { term: number; deviceIds: readonly number[]; taken: Taken },
): Promise<void> {
  const lanes = await transaction
    .selectFrom('device_lanes')
    .select(['device_id', 'term_id', 'left_by'])
    .where('device_id', 'in', deviceIds)
    .orderBy('device_id')
    .forUpdate()
    .execute();
  const isForeign = ({ term_id }: { term_id: number | null }) => term_id !== null && term_id !== term;
  const own = lanes.filter((lane) => !isForeign(lane));
  const foreign = lanes.filter(isForeign).map(({ device_id }) => device_id);
  await moveLanes(
    transaction,
    own.map(({ device_id }) => device_id),
    term,
  );
  if (foreign.length > 0) {
    await transaction
      .updateTable('device_lanes')
      .set({ wanted: 1 })
      .where('device_id', 'in', foreign)
      .execute();
  }
  taken.own.push(...own.map(({ device_id }) => device_id));
  taken.foreign.push(...foreign);
  for (const [leftBy, lanes] of groupBy(own, ({ left_by }) => left_by)) {
    if (leftBy === null) continue;
    const ids = lanes.map(({ device_id }) => device_id);
    taken.leftBy.set(leftBy, (taken.leftBy.get(leftBy) ?? []).concat(ids));
  }
}
