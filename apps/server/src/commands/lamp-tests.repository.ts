import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { TestedState } from '@semaforo/contract/domain/lamp-test';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type LampResult, readLampResults, readLampTests, type StoredLampTest } from './stored-lamp-test.ts';

/** As many ended tests are listed. */
const ENDED_LISTED = 20;

export type NewLampTest = {
  deviceType: LampDeviceType;
  devices: readonly { id: number; ownerId: number | null; label: string; former: DeviceStatus }[];
};

/** Lamp tests, of this server and of others on the database; `serverId` says which are its own. */
export type LampTestsRepository = {
  /** Resolves to the id. Rejects with a unique violation when one of the devices is in another test. */
  create: (test: NewLampTest, act: AuditContext) => Promise<number>;
  find: (id: number) => Promise<StoredLampTest | undefined>;
  /** Those with an open device and the last ended ones, of an owner's devices or of all, the newest first. */
  list: (ownerId: number | undefined) => Promise<StoredLampTest[]>;
  results: (test: Pick<StoredLampTest, 'id' | 'deviceType'>) => Promise<Map<number, LampResult[]>>;
  /** The devices of which a command is under way. */
  underWay: (deviceIds: readonly number[]) => Promise<Set<number>>;
  /** The devices of a test that anything else has commanded since it began. */
  commandedSince: (test: StoredLampTest) => Promise<Set<number>>;
  /** Says that this server has the test in hand; false when a person has stopped it. */
  touch: (testId: number, at: number) => Promise<boolean>;
  /** Takes over what has not ended and nobody touched since; `own`: all that is this server's. */
  takeUnended: (which: { untouchedSince: number; own: boolean; now: number }) => Promise<number[]>;
  /** The ids of all tests with a device that is not as it was. */
  listOpen: () => Promise<number[]>;
  /** `closed`: the device is out of the test. */
  setDevice: (
    of: { testId: number; deviceId: number },
    change: { state: TestedState; closedAt: number | null },
  ) => Promise<void>;
  end: (testId: number, act: AuditContext & { after: unknown }) => Promise<void>;
  recordStop: (testId: number, act: AuditContext) => Promise<void>;
  deleteEndedBefore: (before: number) => Promise<void>;
};

export function createLampTestsRepository(db: Kysely<Database>, serverId: string): LampTestsRepository {
  return {
    create: (test, act) => db.transaction().execute((transaction) => store(transaction, test, act, serverId)),
    find: async (id) => (await readLampTests(db, [id]))[0],
    list: async (ownerId) => {
      let ids = db
        .selectFrom('lamp_tests')
        .select('lamp_tests.id')
        .orderBy('lamp_tests.id', 'desc')
        .limit(ENDED_LISTED);
      if (ownerId !== undefined) {
        ids = ids.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('lamp_test_devices')
              .select('test_id')
              .whereRef('test_id', '=', 'lamp_tests.id')
              .where('owner_id', '=', ownerId),
          ),
        );
      }
      return readLampTests(
        db,
        (await ids.execute()).map(({ id }) => id),
      );
    },
    results: (test) => readLampResults(db, test),
    underWay: (deviceIds) => selectUnderWay(db, deviceIds),
    commandedSince: (test) => selectCommandedSince(db, test),
    touch: async (testId, at) => {
      const row = await db
        .updateTable('lamp_tests')
        .set({ touched_at: at, served_by: serverId })
        .where('id', '=', testId)
        .returning('stopped_at')
        .executeTakeFirst();
      return row?.stopped_at === null;
    },
    takeUnended: async ({ untouchedSince, own, now }) => {
      const rows = await db
        .updateTable('lamp_tests')
        .set({ served_by: serverId, touched_at: now })
        .where('ended_at', 'is', null)
        .where((eb) =>
          eb.or([eb('touched_at', '<', untouchedSince), ...(own ? [eb('served_by', '=', serverId)] : [])]),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    listOpen: async () => {
      const rows = await db
        .selectFrom('lamp_test_devices')
        .select('test_id')
        .distinct()
        .where('closed_at', 'is', null)
        .execute();
      return rows.map(({ test_id }) => test_id);
    },
    setDevice: async ({ testId, deviceId }, { state, closedAt }) => {
      await db
        .updateTable('lamp_test_devices')
        .set({ state, closed_at: closedAt })
        .where('test_id', '=', testId)
        .where('device_id', '=', deviceId)
        .where('closed_at', 'is', null)
        .execute();
    },
    end: (testId, { at, author, after }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('lamp_tests')
          .set({ ended_at: at })
          .where('id', '=', testId)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const what = { action: 'lamptests.end', target: `lamp-test:${testId}` };
        await appendAudit(transaction, { at, author, ...what, after });
      }),
    recordStop: (testId, { at, author }) =>
      db.transaction().execute(async (transaction) => {
        const stopped = transaction.updateTable('lamp_tests').set({ stopped_at: at });
        await stopped.where('id', '=', testId).execute();
        const what = { action: 'lamptests.stop', target: `lamp-test:${testId}` };
        await appendAudit(transaction, { at, author, ...what });
      }),
    deleteEndedBefore: async (before) => {
      await db.deleteFrom('lamp_tests').where('ended_at', '<', before).execute();
    },
  };
}

async function store(
  db: Kysely<Database>,
  { deviceType, devices }: NewLampTest,
  { at, author }: AuditContext,
  serverId: string,
): Promise<number> {
  const newest = await db
    .selectFrom('commands')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  const { id } = await db
    .insertInto('lamp_tests')
    .values({
      ...{ created_at: at, author_id: author.id, username: author.username, address: author.address },
      ...{ device_type: deviceType, after_command: newest?.id ?? 0 },
      ...{ served_by: serverId, touched_at: at, stopped_at: null, ended_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of inChunks(devices)) {
    const rows = some.map(({ id: device_id, ownerId: owner_id, label, former }) => ({
      ...{ test_id: id, device_id, owner_id, label, former },
      ...{ state: 'in prova' as const, closed_at: null },
    }));
    await db.insertInto('lamp_test_devices').values(rows).execute();
  }
  const after = { deviceType, devices: devices.length };
  await appendAudit(db, { at, author, action: 'lamptests.begin', target: `lamp-test:${id}`, after });
  return id;
}

async function selectUnderWay(db: Kysely<Database>, deviceIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const some of inChunks(deviceIds)) {
    const rows = await db
      .selectFrom('deliveries')
      .select('device_id')
      .where('device_id', 'in', some)
      .where('state', 'in', ['accettato', 'inviato'])
      .execute();
    for (const { device_id } of rows) if (device_id !== null) found.add(device_id);
  }
  return found;
}

async function selectCommandedSince(db: Kysely<Database>, test: StoredLampTest): Promise<Set<number>> {
  const rows = await db
    .selectFrom('commands')
    .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
    .select('deliveries.device_id')
    .distinct()
    .where('commands.id', '>', test.afterCommand)
    .where((eb) =>
      eb.or([eb('commands.lamp_test_id', 'is', null), eb('commands.lamp_test_id', '!=', test.id)]),
    )
    .execute();
  return new Set(rows.flatMap(({ device_id }) => device_id ?? []));
}
