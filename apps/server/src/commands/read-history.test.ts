import { insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/acts.ts';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { StreamedText } from '../http/streamed-text.ts';
import { createHistoryRepository, type HistoryRepository } from './history.repository.ts';
import { readHistory } from './read-history.ts';

const DELIVERIES = 6000;
/** What is asked for at most (docs/rules.md#no-input-blocks). */
const PAGE = 5000;
const TURN_AT_MOST_MS = 50;

describe.each(testEngines())('a long history on %s', (engine) => {
  let database: OpenDatabase;
  let history: HistoryRepository;
  let actor: { id: number; username: string; role: 'user' };

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    history = createHistoryRepository(database.db);
    actor = { id: await insertUser(database.db, 'anna'), username: 'anna', role: 'user' };
    await insertDeliveries(database, actor.id);
  });
  afterEach(() => database.close());

  const read = (page: { limit: number; before?: number }) =>
    readHistory(history, { actor, before: undefined, ...page });

  test('is read and written in turns so short that others have theirs', async () => {
    await textOf(read({ limit: PAGE }));
    const longest = await leastTurnMs(TURN_AT_MOST_MS, () => textOf(read({ limit: PAGE })));
    expect(longest).toBeLessThan(TURN_AT_MOST_MS);
  });

  test('has all that was asked for, the newest first, and goes on before any of it', async () => {
    const pageOf = async (page: { limit: number; before?: number }) => {
      return JSON.parse(await textOf(read(page))) as { id: number }[];
    };
    const first = await pageOf({ limit: PAGE });
    const rest = await pageOf({ limit: PAGE, before: first.at(-1)?.id ?? 0 });
    const ids = [...first, ...rest].map(({ id }) => id);
    expect([first.length, rest.length]).toEqual([PAGE, DELIVERIES - PAGE]);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});

async function textOf({ pieces }: StreamedText): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** One command to many devices of the owner, each with long words. */
async function insertDeliveries({ db }: OpenDatabase, ownerId: number): Promise<void> {
  const command = {
    created_at: NOW,
    username: 'anna',
    origin: 'operatore',
    device_type: 'semaforo',
  } as const;
  const { id } = await db
    .insertInto('commands')
    .values({ ...command, deadline_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = {
    command_id: id,
    owner_id: ownerId,
    device_name: 'Ponte della Ferrovia '.repeat(5),
    device_topic: '/3/comune/s1',
    value: 'rosso',
    payloads: JSON.stringify(['out4=1', 'out1=0', 'out2=0', 'out3=0']),
    state: 'scaduto',
    reason: 'Non confermato in tempo',
    created_at: NOW,
    state_changed_at: NOW,
  } as const;
  for (let done = 0; done < DELIVERIES; done += 500) {
    await db
      .insertInto('deliveries')
      .values(Array.from({ length: 500 }, () => delivery))
      .execute();
  }
}
