import { insertSchedules } from '@semaforo/testing/rows';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { type OpenDatabase, openDatabase } from '../database/engine.ts';

/** The attack had 1,019; the long run of the faults has them. */
const CROWD = 300;

let app: RunningApp;
let database: OpenDatabase;
let mario: Author;
let vera: Author;

type Author = { authorId: number; username: string };

beforeEach(async () => {
  app = await startApp();
  database = openDatabase({ dataDir: app.dataDir, databaseUrl: undefined });
  mario = await found('mario');
  vera = await found('vera');
});
afterEach(async () => {
  await database.close();
  await app.stop();
});

const found = async (username: string): Promise<Author> => {
  const { id: authorId } = await app.createOperator(username);
  const topics = [1, 2, 3].map((number) => `/3/${username}/s${number}`);
  for (const topic of topics) await app.createDevice({ topic, userId: authorId });
  return { authorId, username };
};
/** Written at once: with the limits of the API there could not be so many. */
const plan = (planned: readonly (Author & { executeAt: number })[]) =>
  database.db.transaction().execute((transaction) =>
    insertSchedules(
      transaction,
      planned.map((one) => ({ ...one, color: 'rosso' })),
    ),
  );
/** In the order of creation. Null is what waits for its turn; what has commanded is `in corso`, or has ended. */
const outcomesOf = async (username: string) => {
  const rows = await database.db
    .selectFrom('schedules')
    .select('outcome')
    .where('username', '=', username)
    .orderBy('id')
    .execute();
  return rows.map(({ outcome }) => outcome);
};
/** Whose commands were accepted, in their order. */
const commanders = async () => {
  const rows = await database.db.selectFrom('commands').select('username').orderBy('id').execute();
  return rows.map(({ username }) => username);
};

const untilAccepted = (username: string) =>
  until(`a command of ${username} is accepted`, async () => (await commanders()).includes(username));

test('a crowd of one author at one instant stands behind the alert of another, and only its last one commands', async () => {
  const executeAt = Date.now() + 1500;
  await plan([...Array.from({ length: CROWD }, () => ({ ...mario, executeAt })), { ...vera, executeAt }]);
  await untilAccepted('vera');
  expect((await commanders()).indexOf('vera')).toBeLessThanOrEqual(1);
  await until('the crowd is dealt with', async () => !(await outcomesOf('mario')).includes(null));
  const outcomes = await outcomesOf('mario');
  expect(outcomes.filter((outcome) => outcome === 'superata')).toHaveLength(CROWD - 1);
  // The last one goes on to try until its deadline, no device is there: how it ends is not known yet.
  expect(outcomes.at(-1)).not.toBe('superata');
  expect((await commanders()).filter((username) => username === 'mario')).toHaveLength(1);
});

test('a late crowd of one author stands behind the late alert of another', async () => {
  const now = Date.now();
  const crowd = Array.from({ length: CROWD }, (_, index) => ({ ...mario, executeAt: now - 60_000 - index }));
  await plan([...crowd, { ...vera, executeAt: now - 90_000 }]);
  await untilAccepted('vera');
  const { created_at: acceptedAt } = await database.db
    .selectFrom('commands')
    .select('created_at')
    .where('username', '=', 'vera')
    .executeTakeFirstOrThrow();
  const before = await database.db
    .selectFrom('schedules')
    .select('id')
    .where('username', '=', 'mario')
    .where('finished_at', '<', acceptedAt)
    .execute();
  expect(before.length).toBeLessThan(10);
});
