import { hasOpenssl } from '@semaforo/testing/certificates';
import { type FakePushService, startFakePushService } from '@semaforo/testing/fake-push-service';
import { insertUser } from '@semaforo/testing/rows';
import { until } from '@semaforo/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NOW, SERVER_ID } from '../../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../../test/test-database.ts';
import { createTestLogger } from '../../../../test/test-logger.ts';
import { TEST_SECRETS } from '../../../../test/test-secrets.ts';
import type { OpenDatabase } from '../../../database/engine.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { Secret } from '../../../platform/secret.ts';
import { loadSecrets } from '../../../platform/secrets.ts';
import { createDispatcher } from '../../dispatch.ts';
import { createOutbox } from '../../outbox.ts';
import { createBrowsersRepository } from './browsers.repository.ts';
import { createPushChannel } from './push.channel.ts';
import { createPushHandlers } from './push.routes.ts';
import { loadPushKeys } from './push-keys.repository.ts';
import { createPushNetwork } from './push-network.ts';

const MINUTE_MS = 60_000;
const secrets = (secretKey: string) => loadSecrets({ secretKey: new Secret(secretKey), dataDir: '' });
const SECRETS = secrets('chiave-di-prova-di-32-caratteri-e-oltre');

let service: FakePushService;
beforeAll(async () => {
  service = await startFakePushService();
});
afterAll(() => service.stop());

describe.skipIf(!hasOpenssl).each(testEngines())('notifications on %s', (engine) => {
  let database: OpenDatabase;
  let now: number;
  afterEach(() => database.close());

  const prepare = async () => {
    database = await createTestDatabase(engine);
    now = NOW;
    service.received.length = 0;
    service.answer(201);
    const { db } = database;
    const logger = createTestLogger();
    const clock = { now: () => now };
    const keys = await loadPushKeys({ db, secrets: SECRETS, logger });
    const userId = await insertUser(db, 'anna');
    const sessionId = await openSession(userId);
    const browsers = createBrowsersRepository(db);
    const handlers = createPushHandlers({
      ...{ browsers, clock, publicKey: () => Promise.resolve(keys.publicKey) },
      isService: () => true,
      nameOf: () => 'Firefox su Android',
    });
    const add = async (subscription: { endpoint: string; p256dh: string; auth: string }) =>
      handlers.addPushDevice(callOf({ userId, sessionId, body: subscription }));
    const addBrowser = async (name: string) => {
      const added = await add(service.subscribe(name, keys.publicKey));
      if (added instanceof Refusal || !('id' in added)) throw new Error('it was not added');
      return added.id;
    };
    const outbox = createOutbox({ db, channels: ['push'], serverId: SERVER_ID, clock });
    const channel = createPushChannel({
      name: 'push',
      ...{ browsers, retryMs: MINUTE_MS, isReady: () => true, everyMs: 1 },
      ...{ clock, contact: 'mailto:ced@example.it', keys: () => Promise.resolve(keys) },
      post: createPushNetwork({
        ca: service.ca,
        isService: () => true,
        isAllowed: (address) => address === '127.0.0.1',
      }),
    });
    /** Sends what is due, and ends once all of it was tried. */
    const deliver = async () => {
      const dispatcher = createDispatcher({ channel, outbox, secrets: TEST_SECRETS, clock, logger });
      dispatcher.start();
      await until('nothing is due', async () => (await outbox.listNext(channel)).length === 0);
      await dispatcher.stop();
    };
    const put = async (browserId: number, key = 'alarm:1', text = 'Prenderlo in carico') => {
      const channels = await outbox.enqueue({
        audience: { to: 'person', chatId: null, email: null, browserId },
        ...{ key, kind: 'alarm', facts: { text: `Allarme: s1\n${text}`, path: '/allarmi' } },
        expiresAt: now + 30 * MINUTE_MS,
      });
      return channels.length > 0;
    };
    return {
      db,
      keys,
      logger,
      userId,
      sessionId,
      devices: browsers,
      outbox,
      handlers,
      add,
      addBrowser,
      deliver,
      put,
    };
  };
  const openSession = async (userId: number) => {
    const { id } = await database.db
      .insertInto('sessions')
      .values({
        ...{ user_id: userId, created_at: NOW, last_seen: NOW, expires_at: NOW + MINUTE_MS },
        ...{ address: '127.0.0.1', user_agent: null, from_known_browser: 0, ended_by: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const listMessages = () =>
    database.db
      .selectFrom('notifications')
      .select(['attempts', 'failure', 'finished_at', 'not_before', 'outcome'])
      .orderBy('id')
      .execute();

  test('a browser that asks several times at once is one device', async () => {
    const { keys, add, devices, userId } = await prepare();
    const subscription = service.subscribe('telefono', keys.publicKey);
    const added = await Promise.all([1, 2, 3, 4].map(() => add(subscription)));
    const [one, ...others] = await devices.listOf(userId);
    expect(others).toEqual([]);
    expect(added).toEqual([one, one, one, one]);
  });

  test('a browser reads the words, once for a key, however often they are stored and sent', async () => {
    const { addBrowser, put, deliver } = await prepare();
    const id = await addBrowser('telefono');
    expect(await put(id)).toBe(true);
    await put(id);
    await deliver();
    await deliver();
    expect(service.received).toEqual([
      {
        ...{ browser: 'telefono', ttlS: 1800, urgency: 'high', contact: 'mailto:ced@example.it' },
        message: { key: 'alarm:1', title: 'Allarme: s1', text: 'Prenderlo in carico', path: '/allarmi' },
      },
    ]);
    // Names of 10,000 characters still make one record.
    await put(id, 'long', '🚦'.repeat(10_000));
    await deliver();
    expect(service.received[1]?.message.text).toHaveLength(2 * 699 + 1);
  });

  test('what is not taken is tried again, later each time, until it is of no use', async () => {
    const { addBrowser, outbox, put, deliver } = await prepare();
    await put(await addBrowser('telefono'));
    service.answer(503);
    await deliver();
    await deliver();
    expect(await listMessages()).toMatchObject([
      { attempts: 1, finished_at: null, not_before: NOW + MINUTE_MS },
    ]);
    now += MINUTE_MS;
    service.answer(429, { 'retry-after': '600' });
    await deliver();
    expect(await listMessages()).toMatchObject([{ attempts: 2, not_before: NOW + 11 * MINUTE_MS }]);
    expect(await outbox.countWaiting('push')).toBe(1);
    now += 40 * MINUTE_MS;
    service.answer(201);
    await deliver();
    expect(service.received).toEqual([]);
    expect(await listMessages()).toMatchObject([{ attempts: 2, finished_at: now, outcome: 'expired' }]);
  });

  test('a message that is refused for good is not sent again, nor one that nobody takes six times', async () => {
    const { addBrowser, put, deliver } = await prepare();
    const id = await addBrowser('telefono');
    service.answer(403);
    await put(id, 'refused');
    await deliver();
    expect(await listMessages()).toMatchObject([{ attempts: 1, finished_at: NOW, outcome: 'refused' }]);
    service.answer(500);
    await put(id, 'never');
    await database.db
      .updateTable('notifications')
      .set({ expires_at: NOW * 2 })
      .execute();
    for (let check = 0; check < 10; check += 1) {
      await deliver();
      now += 60 * MINUTE_MS;
    }
    expect((await listMessages())[1]).toMatchObject({ attempts: 6, outcome: 'refused' });
  });

  test.each([404, 410])(
    'a browser of which the service says %i is forgotten with all that waits',
    async (status) => {
      const { db, userId, devices, addBrowser, put, deliver } = await prepare();
      const id = await addBrowser('telefono');
      await db
        .insertInto('duty_people')
        .values({ owner_id: null, position: 0, name: 'Anna', email: null, chat_id: null, push_id: id })
        .execute();
      await put(id, 'one');
      await put(id, 'other');
      service.answer(status);
      await deliver();
      expect(await devices.listOf(userId)).toEqual([]);
      expect((await listMessages()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
      expect(await db.selectFrom('duty_people').select('push_id').execute()).toEqual([{ push_id: null }]);
      expect(await put(id, 'later')).toBe(false);
    },
  );

  test('ten browsers at most; the same one again is the same; of another user it is theirs', async () => {
    const { db, keys, userId, sessionId, add, addBrowser, handlers, devices } = await prepare();
    const own = service.subscribe('telefono', keys.publicKey);
    const first = await add(own);
    expect(await add(own)).toEqual(first);
    for (let index = 1; index < 10; index += 1) await addBrowser(`altro ${index}`);
    expect(await add(service.subscribe('undicesimo', keys.publicKey))).toMatchObject({
      code: 'too-many-push-devices',
    });
    expect(await add({ ...own, p256dh: 'B'.repeat(87) })).toMatchObject({ code: 'push-keys-refused' });
    const otherId = await insertUser(db, 'bruno');
    await handlers.addPushDevice(callOf({ userId: otherId, sessionId, body: own }));
    expect(await devices.listOf(userId)).toHaveLength(9);
    expect(await devices.listOf(otherId)).toHaveLength(1);
    const [left] = await devices.listOf(userId);
    const remove = (by: number) =>
      handlers.removePushDevice(callOf({ userId: by, sessionId, params: { id: left?.id ?? 0 } }));
    expect(await remove(otherId)).toMatchObject({ kind: 'not-found' });
    expect(await remove(userId)).toBeUndefined();
    const audit = await db.selectFrom('audit').select('action').where('action', 'like', 'push.%').execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'push.add'),
      'push.remove',
    ]);
  });

  test('a browser goes with the session that somebody ends, not with one that runs out', async () => {
    const { db, userId, sessionId, devices, addBrowser } = await prepare();
    await addBrowser('telefono');
    const endedBy = (why: 'newer' | 'user') =>
      db.updateTable('sessions').set({ ended_by: why }).where('id', '=', sessionId).execute();
    await endedBy('newer');
    await devices.removeEnded();
    expect(await devices.listOf(userId)).toHaveLength(1);
    await endedBy('user');
    await devices.removeEnded();
    expect(await devices.listOf(userId)).toEqual([]);
  });

  test('there is one key for all servers, sealed; one that cannot be opened gives way to a new one', async () => {
    const { db, keys, logger, userId, devices, addBrowser } = await prepare();
    await addBrowser('telefono');
    const [one, other] = await Promise.all([
      loadPushKeys({ db, secrets: SECRETS, logger }),
      loadPushKeys({ db, secrets: SECRETS, logger }),
    ]);
    expect([one, other]).toEqual([keys, keys]);
    expect(JSON.stringify(await db.selectFrom('push_keys').selectAll().execute())).not.toContain(
      keys.privateKey,
    );
    const renewed = await loadPushKeys({
      db,
      secrets: secrets('un’altra-chiave-di-32-caratteri-e-oltre'),
      logger,
    });
    expect(renewed.publicKey).not.toBe(keys.publicKey);
    expect(await devices.listOf(userId)).toEqual([]);
  });
});

type AddCall = Parameters<ReturnType<typeof createPushHandlers>['addPushDevice']>[0];
type RemoveCall = Parameters<ReturnType<typeof createPushHandlers>['removePushDevice']>[0];

/** A call of a user as the API hands it on. */
function callOf({
  userId,
  sessionId,
  ...rest
}: {
  userId: number;
  sessionId: number;
  body?: object;
  params?: object;
}) {
  return {
    ...{ actor: { id: userId, username: `utente-${userId}`, role: 'user' }, sessionId, address: '127.0.0.1' },
    ...{ requestId: SERVER_ID, browser: { userAgent: 'Firefox' }, pressedAt: NOW, ...rest },
  } as unknown as AddCall & RemoveCall;
}

test.each([
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://10.1.2.3/x',
  'https://169.254.169.254/latest',
  'https://[fd00:ec2::254]/x',
  'https://[::ffff:192.168.0.1]/x',
  'https://localhost/x',
  'http://push.example/x',
  'https://8.8.8.8:22/x',
  'https://fcm.googleapis.com:25/x',
])('it never connects to %s', async (endpoint) => {
  const request = { endpoint, body: Buffer.alloc(0), authorization: '', ttlS: 1 };
  await expect(createPushNetwork()(request, new AbortController().signal)).rejects.toThrow(
    'non può esserci un servizio di notifiche',
  );
});
