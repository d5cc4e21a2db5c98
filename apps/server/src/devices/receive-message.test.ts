import { newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createGroupCommit, type GroupCommit } from '../database/group-commit.ts';
import { systemClock, systemMonotonicClock } from '../platform/clock.ts';
import { createCounters } from '../platform/counters.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates } from './device-states.ts';
import { createDevicesRepository } from './devices.repository.ts';
import type { KnownDevice } from './known-device.ts';
import { createReceiveMessage } from './receive-message.ts';

const KEYS = ['/3/val/s1', '/3/val/s2'];

describe.each(testEngines())('a message of a device, stored on %s', (engine) => {
  const logger = createTestLogger();
  let database: OpenDatabase;
  let commit: GroupCommit;
  let devices: KnownDevice[];
  let isAway: boolean;
  let settle: (device: KnownDevice) => void;
  let report: (topic: string, payload: string) => Promise<void> | undefined;
  const counters = createCounters();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const repository = createDevicesRepository(database.db);
    devices = [];
    for (const topic of KEYS) devices.push(await repository.create(newDevice({ topic }), ACT));
    commit = createGroupCommit({ db: database.db, logger });
    isAway = false;
    commit.join({
      take: () => ({
        write: () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve()),
        stored: () => {},
        failed: () => {},
      }),
    });
    const states = createDeviceStates({
      commit,
      findDevice: (id) => devices.find((device) => device.id === id),
      changes: createEventChannel<KnownDevice>({ name: 'changes', logger }),
      silenceMs: 0,
      clock: systemClock,
      monotonicClock: systemMonotonicClock,
    });
    states.setListening(Date.now());
    settle = () => {};
    const { receive, reports } = createReceiveMessage({
      directory: { findByKey: (key) => devices.find(({ topic }) => topic === key) },
      states,
      heard: { message: () => {} },
      lastPayloads: { note: () => {} },
      feed: { message: () => {} },
      show: () => {},
      counters,
      commit,
      logger,
    });
    reports.subscribe(({ device }) => settle(device));
    report = (topic, payload) => receive({ topic, payload: Buffer.from(payload), retained: false });
  });
  afterEach(async () => {
    isAway = false;
    await commit.stop();
    await database.close();
  });

  const stored = () => createDeviceStatesRepository(database.db).listAll();
  const storedOf = async (at: number) =>
    (await stored()).find(({ deviceId }) => deviceId === devices[at]?.id)?.state;

  test('is not received while the database is away, and is received and stored when it is back', async () => {
    isAway = true;
    let isReceived = false;
    const received = report(`${KEYS[0]}/out1`, '1')?.then(() => {
      isReceived = true;
    });
    await until('storing has failed', () => logger.entries.includes('work failed, to be tried again'));
    expect([isReceived, await stored()]).toEqual([false, []]);
    isAway = false;
    await received;
    expect(await storedOf(0)).toMatchObject({ lamps: { verde: { on: true } }, error: false });
  });

  test('that cannot be handled is stored as an error of its device, and holds up no other', async () => {
    settle = (device) => {
      if (device.topic === KEYS[0]) throw new Error('a bug');
    };
    const poisonous = report(`${KEYS[0]}/out1`, '1');
    const next = report(`${KEYS[1]}/out1`, '1');
    await poisonous;
    expect(await storedOf(0)).toMatchObject({
      error: true,
      errorReason: 'Un messaggio del dispositivo non è stato elaborato',
    });
    await next;
    expect(await storedOf(1)).toMatchObject({ lamps: { verde: { on: true } }, error: false });
    expect(logger.entries).toContain('a message could not be handled');
    expect(await counters.registry.metrics()).toContain('{reason="failed"} 1');
    settle = () => {};
    await report(`${KEYS[0]}/out1`, '1');
    expect(await storedOf(0)).toMatchObject({ error: false });
  });
});
