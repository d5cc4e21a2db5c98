import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import type { OpenDatabase } from '../../apps/server/src/database/engine.ts';

type Db = OpenDatabase['db'];

/** A user who never logs in; resolves to the id. */
export async function insertUser(db: Db, username: string): Promise<number> {
  const row = {
    username,
    folded_username: username,
    password_hash: '-',
    role: 'user' as const,
    token_version: 1,
    created_at: 0,
  };
  return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** A device without name and place; resolves to the id. */
export async function insertDevice(
  db: Db,
  { topic, type, ownerId }: { topic: string; type: 'semaforo' | 'lanterna'; ownerId: number | null },
): Promise<number> {
  const row = { topic, type, name: null, latitude: null, longitude: null, owner_id: ownerId, created_at: 0 };
  return (await db.insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** The row of a schedule for signals that nobody has claimed yet; `executeAt` is epoch milliseconds. */
export function waitingSchedule(schedule: {
  authorId: number;
  username: string;
  color: SignalColour;
  executeAt: number;
}) {
  return {
    author_id: schedule.authorId,
    username: schedule.username,
    color: schedule.color,
    device_type: 'semaforo' as const,
    execute_at: schedule.executeAt,
    created_at: 0,
    executed: 0,
    outcome: null,
    outcome_reason: null,
    finished_at: null,
    leased_until: null,
    fencing_token: 0,
    command_id: null,
  };
}
