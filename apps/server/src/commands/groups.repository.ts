import type { Kysely, Selectable } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { countAwaiting, type WhatAwaits } from './count-awaiting.ts';
import type { KnownGroup } from './known-group.ts';

export type NewGroup = Pick<KnownGroup, 'ownerId' | 'name' | 'deviceIds'>;

/** Thrown when not all of the devices of a group are its owner's: then nothing was stored. */
export class NotOwnDevicesError extends Error {}

/**
 * Groups of devices. Writes reject with a unique or foreign key violation when the name is taken or the owner is gone,
 * and with a NotOwnDevicesError.
 */
export type GroupsRepository = {
  /** The groups of an owner, or all; their order is that of their ids. */
  list: (ownerId: number | undefined) => Promise<KnownGroup[]>;
  find: (id: number) => Promise<KnownGroup | undefined>;
  countOf: (ownerId: number) => Promise<number>;
  /** Resolves to the id. */
  create: (group: NewGroup, act: AuditContext) => Promise<number>;
  /** Changes what is given; the devices are replaced as a whole. */
  update: (
    group: KnownGroup,
    change: { name?: string | undefined; deviceIds?: readonly number[] | undefined },
    act: AuditContext,
  ) => Promise<void>;
  /** Deletes the group, unless something waits that is for it: then resolves to what, and deletes nothing. */
  delete: (group: KnownGroup, act: AuditContext) => Promise<WhatAwaits | undefined>;
};

export function createGroupsRepository(db: Kysely<Database>): GroupsRepository {
  return {
    list: async (ownerId) => {
      const groups = selectGroups(db).orderBy('device_groups.id');
      const rows = await (ownerId === undefined
        ? groups
        : groups.where('device_groups.owner_id', '=', ownerId)
      ).execute();
      return withDevices(rows, await selectMembers(db, { ownerId }));
    },
    find: async (id) => {
      const rows = await selectGroups(db).where('device_groups.id', '=', id).execute();
      return withDevices(rows, rows.length === 0 ? [] : await selectMembers(db, { groupId: id }))[0];
    },
    countOf: async (ownerId) => {
      const { count } = await db
        .selectFrom('device_groups')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', ownerId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    create: ({ ownerId, name, deviceIds }, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('device_groups')
          .values({ owner_id: ownerId, name, folded_name: foldGroupName(name), created_at: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addMembers(transaction, { id, ownerId }, deviceIds);
        const after = { ownerId, name, deviceIds };
        await appendAudit(transaction, { at, author, action: 'groups.create', target: `group:${id}`, after });
        return id;
      }),
    update: (group, { name = group.name, deviceIds }, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('device_groups')
          .set({ name, folded_name: foldGroupName(name) })
          .where('id', '=', group.id)
          .execute();
        if (deviceIds) {
          await transaction.deleteFrom('device_group_members').where('group_id', '=', group.id).execute();
          await addMembers(transaction, group, deviceIds);
        }
        await appendAudit(transaction, {
          at,
          author,
          action: 'groups.update',
          target: `group:${group.id}`,
          before: { name: group.name, deviceIds: group.deviceIds },
          after: { name, deviceIds: deviceIds ?? group.deviceIds },
        });
      }),
    delete: ({ id, ownerId, name, deviceIds }, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        const waiting = await countAwaiting(transaction, { id, now: at });
        if (waiting) return waiting;
        await transaction.deleteFrom('device_groups').where('id', '=', id).execute();
        const before = { ownerId, name, deviceIds };
        await appendAudit(transaction, {
          at,
          author,
          action: 'groups.delete',
          target: `group:${id}`,
          before,
        });
        return undefined;
      }),
  };
}

function foldGroupName(name: string): string {
  return name.toLowerCase();
}

function selectGroups(db: Kysely<Database>) {
  return db
    .selectFrom('device_groups')
    .innerJoin('users', 'users.id', 'device_groups.owner_id')
    .select(['device_groups.id', 'device_groups.owner_id', 'device_groups.name', 'users.username']);
}

type Members = Selectable<Database['device_group_members']>[];

function selectMembers(
  db: Kysely<Database>,
  { ownerId, groupId }: { ownerId?: number | undefined; groupId?: number },
): Promise<Members> {
  let query = db
    .selectFrom('device_group_members')
    .innerJoin('device_groups', 'device_groups.id', 'device_group_members.group_id')
    .select(['group_id', 'device_id'])
    .orderBy('device_id');
  if (ownerId !== undefined) query = query.where('device_groups.owner_id', '=', ownerId);
  if (groupId !== undefined) query = query.where('group_id', '=', groupId);
  return query.execute();
}

function withDevices(
  rows: Awaited<ReturnType<ReturnType<typeof selectGroups>['execute']>>,
  members: Members,
): KnownGroup[] {
  const groups = new Map(
    rows.map(({ id, owner_id, name, username }): [number, KnownGroup] => [
      id,
      { id, ownerId: owner_id, username, name, deviceIds: [] },
    ]),
  );
  for (const { group_id, device_id } of members) groups.get(group_id)?.deviceIds.push(device_id);
  return [...groups.values()];
}

async function addMembers(
  db: Kysely<Database>,
  { id, ownerId }: Pick<KnownGroup, 'id' | 'ownerId'>,
  deviceIds: readonly number[],
): Promise<void> {
  for (const some of inChunks(deviceIds)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('device_group_members')
      .columns(['group_id', 'device_id'])
      .expression((eb) =>
        eb
          .selectFrom('devices')
          .select((row) => [row.val(id).as('group_id'), 'devices.id'])
          .where('devices.id', 'in', some)
          .where('devices.owner_id', '=', ownerId),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== BigInt(some.length)) throw new NotOwnDevicesError();
  }
}
