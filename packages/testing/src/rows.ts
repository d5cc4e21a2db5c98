import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { OpenDatabase } from '@semaforo/server/database/engine';

type Db = OpenDatabase['db'];

/** So many rows of eight columns stay under the number of parameters that both databases take. */
const ROWS_PER_STATEMENT = 500;

/** A schedule for signals that no server has claimed yet; `executeAt` is epoch milliseconds. */
export type WaitingSchedule = {
  authorId: number;
  username: string;
  color: SignalColor;
  executeAt: number;
};

/** A user who never logs in, without the time that a password would take. Resolves to the id. */
export async function insertUser(db: Db, username: string): Promise<number> {
  const [id] = await insertUsers(db, [username]);
  if (id === undefined) throw new Error('no user was inserted');
  return id;
}

/** More users than anyone could create by hand. Resolves to their ids. */
export async function insertUsers(db: Db, usernames: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < usernames.length; start += ROWS_PER_STATEMENT) {
    const rows = usernames.slice(start, start + ROWS_PER_STATEMENT).map((username) => ({
      username,
      folded_username: username,
      password_hash: '-',
      role: 'user' as const,
      token_version: 1,
      created_at: 0,
    }));
    const inserted = await db.insertInto('users').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

/** A device without name and place. Resolves to the id. */
export async function insertDevice(
  db: Db,
  { topic, type, ownerId }: { topic: string; type: 'semaforo' | 'lanterna'; ownerId: number | null },
): Promise<number> {
  const row = { topic, type, name: null, latitude: null, longitude: null, owner_id: ownerId, created_at: 0 };
  return (await db.insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** More schedules than a person could create by hand. Resolves to their ids, in the order of the ids. */
export async function insertSchedules(db: Db, schedules: readonly WaitingSchedule[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < schedules.length; start += ROWS_PER_STATEMENT) {
    const rows = schedules.slice(start, start + ROWS_PER_STATEMENT).map(toRow);
    const inserted = await db.insertInto('schedules').values(rows).returning('id').execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids.sort((a, b) => a - b);
}

function toRow(schedule: WaitingSchedule) {
  return {
    author_id: schedule.authorId,
    username: schedule.username,
    color: schedule.color,
    device_type: 'semaforo' as const,
    execute_at: schedule.executeAt,
    created_at: 0,
    executed: 0,
    fencing_token: 0,
  };
}
