import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { placedSignals } from '@semaforo/e2e/harness/many-signals';
import type { OpenDatabase } from '@semaforo/server/database/engine';
import { inChunks } from '@semaforo/server/database/in-chunks';
import { saveStates } from '@semaforo/server/devices/device-states.repository';
import { ADMIN } from '@semaforo/testing/credentials';
import { sql } from 'kysely';

type Db = OpenDatabase['db'];

/** A signal of an operator, whom the admin's password lets in. */
export type SeededSignal = { id: number; topic: string; owner: string };

/**
 * Operators and signals that have all said what their lamps are, the signals in even parts with the operators. The
 * server must not be running; it has been before, so that there are tables and an admin.
 */
export async function seedSignals(
  db: Db,
  { signals, operators }: { signals: number; operators: number },
): Promise<SeededSignal[]> {
  const admin = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', ADMIN.username)
    .executeTakeFirstOrThrow();
  const owners = Array.from({ length: operators }, (_, index) => ({
    id: admin.id + 1 + index,
    username: `comune${index + 1}`,
  }));
  const firstId = 1;
  const devices = placedSignals(signals).map((signal, index) => ({
    ...signal,
    id: firstId + index,
    owner: owners[index % operators] ?? { id: admin.id, username: ADMIN.username },
  }));
  await db.transaction().execute(async (transaction) => {
    for (const some of inChunks(owners)) {
      await transaction
        .insertInto('users')
        .values(some.map((owner) => ({ ...owner, ...userRow(owner.username, admin.password_hash) })))
        .execute();
    }
    for (const some of inChunks(devices)) {
      await transaction
        .insertInto('devices')
        .values(
          some.map(({ owner, ...device }) => ({
            ...device,
            type: 'semaforo',
            owner_id: owner.id,
            created_at: 0,
          })),
        )
        .execute();
    }
    await saveStates(
      transaction,
      devices.map(({ id }) => reportedOf(id)),
    );
  });
  return devices.map(({ id, topic, owner }) => ({ id, topic, owner: owner.username }));
}

/** So many rows of history, one command each and each owner in turn, numbered from 1. In one statement per table. */
export async function seedHistory(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { rows, ownerIds }: { rows: number; ownerIds: readonly number[] },
): Promise<void> {
  const numbers =
    engine === 'sqlite'
      ? sql`(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows}) select n from series)`
      : sql`(select generate_series(1, ${sql.lit(rows)}) as n)`;
  const [first = 1] = ownerIds;
  const owner = sql`${sql.lit(first)} + n % ${sql.lit(ownerIds.length)}`;
  await sql`insert into commands (id, created_at, author_id, username, origin, device_type, value, deadline_at)
    values (1, 0, null, 'misura', 'console', 'semaforo', 'rosso', 0)`.execute(db);
  await sql`insert into deliveries (id, command_id, device_id, device_name, device_topic, owner_id, value, payloads,
      state, created_at, state_changed_at)
    select n, 1, null, 'Sottopasso di via Provinciale', '/3/provincia/s1', ${owner}, 'rosso', '[]', 'confermato', n, n
    from ${numbers} as series`.execute(db);
}

function userRow(username: string, passwordHash: string) {
  return {
    folded_username: username,
    password_hash: passwordHash,
    role: 'user' as const,
    token_version: 1,
    created_at: 0,
  };
}

function reportedOf(deviceId: number) {
  const reportedAt = Date.UTC(2026, 0, 1) + deviceId;
  const dark = { on: false, reportedAt, reportedIn: null };
  const lamps = {
    verde: { on: true, reportedAt, reportedIn: null },
    giallo: dark,
    arancio: dark,
    rosso: dark,
  };
  const reported = { status: 'verde' as const, lamps, updatedAt: reportedAt, receivedAt: reportedAt };
  return {
    deviceId,
    state: { ...UNKNOWN_DEVICE, ...reported },
    desiredChanged: true,
    errorReported: true,
    lampsReported: true,
  };
}
