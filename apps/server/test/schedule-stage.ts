import type { Engine } from '../src/database/engine.ts';
import { Secret } from '../src/platform/secret.ts';
import { createDueSchedulesRepository } from '../src/scheduling/due-schedules.repository.ts';
import { createSchedulesRepository } from '../src/scheduling/schedules.repository.ts';
import { createUsersRepository } from '../src/users/users.repository.ts';
import { ACT, SERVER_ID } from './acts.ts';
import { createTestDatabase } from './test-database.ts';

/** An empty database with one user, and what reads and writes schedules in it. The test closes the database. */
export async function openScheduleStage(engine: Engine) {
  const database = await createTestDatabase(engine);
  const users = createUsersRepository(database.db, engine);
  return {
    database,
    users,
    schedules: createSchedulesRepository(database.db),
    due: createDueSchedulesRepository(database.db, engine, SERVER_ID),
    author: await users.create({ username: 'uno', passwordHash: new Secret('-'), role: 'user' }, ACT),
  };
}
