import { randomUUID } from 'node:crypto';
import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../test/acts.ts';
import { createTestDatabase, testEngines } from '../test/test-database.ts';
import { createCommandsRepository } from './commands/commands.repository.ts';
import type { StoredIds } from './commands/find-stored.ts';
import { saveDeliveryChanges } from './commands/save-delivery-changes.ts';
import type { CommandIntent } from './commands/store-intents.ts';
import type { OpenDatabase } from './database/engine.ts';
import type { Database } from './database/schema.ts';
import { saveStates } from './devices/device-states.repository.ts';

const SIZES = [100, 1_000] as const;
const MOST = SIZES[1];
/** Many share a statement, so that ten times the devices need fewer statements for each. */
const DEVICES_PER_STATEMENT = 10;

/** A shape, not a time: the work of the database grows by statements of many devices, never by one for each. */
describe.each(testEngines())('the work per device on %s', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const ids = Array.from({ length: MOST }, (_, at) => at + 1);
    const rows = ids.map((id) => ({ id, topic: topicOf(id), type: 'semaforo' as const, created_at: 0 }));
    for (let at = 0; at < MOST; at += 100) {
      await database.db
        .insertInto('devices')
        .values(rows.slice(at, at + 100))
        .execute();
    }
  });
  afterAll(() => database.close());

  const store = async (devices: number, db: Kysely<Database>) => {
    const [stored] = await createCommandsRepository(db, SERVER_ID).storeAll([intentFor(devices)]);
    return [...(stored as StoredIds).deliveryIds.values()];
  };

  test('the intent of a command', async () => {
    await expectFewer((devices, db) => store(devices, db));
  });

  test('the outcomes of a command', async () => {
    await expectFewer(
      (_, db, ids) =>
        saveDeliveryChanges(
          db,
          ids.map((id) => ({ id, state: 'confermato', reason: null, sent: 2, shown: null, at: NOW })),
        ),
      (devices) => store(devices, database.db),
    );
  });

  test('the states that devices said', async () => {
    await expectFewer((devices, db) =>
      saveStates(
        db,
        Array.from({ length: devices }, (_, at) => ({
          deviceId: at + 1,
          state: { ...UNKNOWN_DEVICE, status: 'rosso' as const, updatedAt: NOW, receivedAt: NOW },
          desiredChanged: at % 2 === 0,
          errorReported: at % 3 === 0,
          lampsReported: at % 3 === 0,
        })),
      ),
    );
  });

  /** `prepare` makes what the work is about; its statements do not count. */
  async function expectFewer(
    work: (devices: number, db: Kysely<Database>, ids: readonly number[]) => Promise<unknown>,
    prepare: (devices: number) => Promise<readonly number[]> = () => Promise.resolve([]),
  ) {
    const perDevice: number[] = [];
    for (const devices of SIZES) {
      const ids = await prepare(devices);
      let statements = 0;
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        // Also of a statement that was put together before.
        transformResult: ({ result }) => {
          statements += 1;
          return Promise.resolve(result);
        },
      };
      await work(devices, database.db.withPlugin(counter), ids);
      expect(statements).toBeGreaterThan(0);
      perDevice.push(statements / devices);
    }
    const [few = 0, many = Number.POSITIVE_INFINITY] = perDevice;
    expect(many).toBeLessThanOrEqual(few);
    expect(many).toBeLessThan(1 / DEVICES_PER_STATEMENT);
  }
});

const topicOf = (id: number) => `/3/provincia/s${id}`;

function intentFor(devices: number): CommandIntent {
  return {
    key: randomUUID(),
    createdAt: NOW,
    deadlineAt: NOW + 10_000,
    author: ACT.author,
    origin: 'operatore',
    deviceType: 'semaforo',
    value: 'rosso',
    sourceId: null,
    schedule: null,
    deliveries: Array.from({ length: devices }, (_, at) => ({
      deviceId: at + 1,
      deviceName: null,
      deviceTopic: topicOf(at + 1),
      ownerId: null,
      value: 'rosso' as const,
      previousStatus: null,
      payloads: '[]',
    })),
  };
}
