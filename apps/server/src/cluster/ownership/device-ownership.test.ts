import { newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import type { LinkStatus, PublishOutcome } from '../../broker/broker-link.port.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createDevicesRepository } from '../../devices/devices.repository.ts';
import { createEventChannel } from '../../platform/event-channel.ts';
import { TermOverError } from '../cluster.port.ts';
import { createDeviceOwnership } from './device-ownership.ts';
import { createLanesRepository } from './lanes.repository.ts';
import { createTermsRepository } from './terms.repository.ts';

const LONG_MS = 60_000;

describe.runIf(testEngines().includes('postgres'))('lanes of several servers', () => {
  let database: OpenDatabase;
  let deviceId: number;
  const servers: { stop: () => Promise<void> }[] = [];

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    ({ id: deviceId } = await createDevicesRepository(database.db).create(
      newDevice({ topic: '/3/a/s1' }),
      ACT,
    ));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await database.close();
  });

  const expireAll = () => database.db.updateTable('server_terms').set({ alive_until: 0 }).execute();

  /** A server's share, without commands: what it has under way and whom it has the broker end is said by the test. */
  async function createServer(serverId: string) {
    const logger = createTestLogger();
    const linkStatuses = createEventChannel<LinkStatus>({ name: 'link', logger });
    const underWay = new Set<number>();
    const evicted: string[] = [];
    const letGo: number[][] = [];
    const elapsed = { ms: 0 };
    const server = createDeviceOwnership({
      db: database.db,
      serverId,
      broker: { statuses: linkStatuses, evict: (other) => Promise.resolve(evicted.push(other) > 0) },
      publish: () => {},
      clock: { now: () => NOW },
      monotonicClock: { elapsedMs: () => elapsed.ms },
      logger,
    });
    await server.start({
      listUnderWay: () => [...underWay],
      isUnderWay: (id) => underWay.has(id),
      yieldNow: () => Promise.resolve(),
      resume: () => Promise.resolve(),
      letGo: () => void letGo.push([...underWay]),
      stored: () => Promise.resolve(),
    });
    servers.push(server);
    return {
      ...server,
      mayPublish: () => server.mayPublish(deviceId),
      underWay,
      evicted,
      letGo,
      elapsed,
      linkStatuses,
    };
  }

  test('one has the lane until it has let go of it and nothing of it is on its way', async () => {
    const [one, two] = [await createServer('one'), await createServer('two')];
    await one.claimNow([deviceId]);
    let answer: (outcome: PublishOutcome) => void = () => {};
    one.onWay(deviceId, new Promise((resolve) => (answer = resolve)));
    two.underWay.add(deviceId);
    await two.claimNow([deviceId]);
    expect([one.mayPublish(), two.mayPublish()]).toEqual([true, false]);
    one.check();
    await until('the first sends nothing more', () => !one.mayPublish());
    two.check();
    answer('acknowledged');
    two.startLooking();
    await until('the second has it', two.mayPublish);
    expect([one.mayPublish(), two.evicted]).toEqual([false, []]);
  });

  test('the one with the newest command keeps the lane though another wants it', async () => {
    const [one, two] = [await createServer('one'), await createServer('two')];
    one.underWay.add(deviceId);
    await one.claimNow([deviceId]);
    two.underWay.add(deviceId);
    await two.claimNow([deviceId]);
    one.startLooking();
    two.startLooking();
    one.check();
    one.underWay.delete(deviceId);
    await until('it is given once that has ended', two.mayPublish);
    expect(one.mayPublish()).toBe(false);
  });

  test('what was left without the answer of the broker is sent after it ended that connection', async () => {
    const [one, two] = [await createServer('one'), await createServer('two')];
    await one.claimNow([deviceId]);
    one.onWay(deviceId, Promise.resolve('unknown'));
    two.underWay.add(deviceId);
    await two.claimNow([deviceId]);
    one.startLooking();
    two.startLooking();
    await until('the second has it', two.mayPublish);
    expect(two.evicted).toEqual(['one']);
  });

  test('a server trusts its term for less long than the others wait for it', async () => {
    const one = await createServer('one');
    await one.claimNow([deviceId]);
    one.elapsed.ms = 2999;
    expect(one.mayPublish()).toBe(true);
    one.elapsed.ms = 3000;
    expect(one.mayPublish()).toBe(false);
  });

  test('who takes over has the broker end the former connection first, and the former stores nothing more', async () => {
    const [one, two] = [await createServer('one'), await createServer('two')];
    await one.claimNow([deviceId]);
    const former = one.term();
    one.underWay.add(deviceId);
    await until('the second has it', async () => {
      await expire(former);
      two.check();
      return two.mayPublish();
    });
    expect(two.evicted).toEqual(['one']);
    expect(await database.db.transaction().execute((one_) => one.isOn(one_, former))).toBe(false);
    await until('the first knows it, and begins another term', () => (one.term() ?? 0) > (former ?? 0));
    expect(one.letGo).toEqual([[deviceId]]);
    expect(one.mayPublish()).toBe(false);
  });

  const expire = (term: number | undefined) =>
    database.db
      .updateTable('server_terms')
      .set({ alive_until: 0 })
      .where('id', '=', term ?? 0)
      .execute();

  test('only one of two takes over, and a command stored under a term that is over is refused', async () => {
    const [dead, one, two] = ['dead', 'one', 'two'].map((id) => createTermsRepository(database.db, id));
    const { id: over } = (await dead?.begin(LONG_MS)) ?? { id: 0 };
    const lanes = createLanesRepository(database.db);
    const claim = () => database.db.transaction().execute((tx) => lanes.claim(tx, over, [deviceId]));
    expect(await claim()).toEqual({ own: [deviceId], foreign: [] });
    await expireAll();
    const successors = [await one?.begin(LONG_MS), await two?.begin(LONG_MS)].map((begun) => begun?.id ?? 0);
    const succeed = (server: typeof one, own: number | undefined) =>
      Promise.resolve(server?.succeed(own ?? 0, { id: over, serverId: 'dead' }, NOW));
    const taken = await Promise.all([succeed(one, successors[0]), succeed(two, successors[1])]);
    expect(taken.filter(Boolean)).toEqual([{ deviceIds: [deviceId], commandIds: [] }]);
    await expect(claim()).rejects.toThrow(TermOverError);
    expect(await dead?.renew(over, LONG_MS)).toBe(false);
  });

  test('a server that starts again has the lanes of its former life', async () => {
    const one = createTermsRepository(database.db, 'one');
    const { id } = await one.begin(LONG_MS);
    await database.db
      .transaction()
      .execute((tx) => createLanesRepository(database.db).claim(tx, id, [deviceId]));
    expect(await one.begin(LONG_MS)).toMatchObject({ deviceIds: [deviceId] });
    expect(await one.renew(id, LONG_MS)).toBe(false);
  });
});
