import { newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { storeChanges } from '../../test/commit-part.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { LinkStatus } from '../broker/broker-link.port.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createGroupCommit } from '../database/group-commit.ts';
import { createDeviceDirectory } from '../devices/device-directory.ts';
import { createDeviceStates } from '../devices/device-states.ts';
import { createDevicesRepository } from '../devices/devices.repository.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { systemMonotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createCommandLanes } from './command-lanes.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createResumeUnfinished } from './resume-unfinished.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

const DEADLINE_MS = 10_000;
const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';

describe.each(testEngines())('on %s a server that comes back', (engine) => {
  let database: OpenDatabase;
  let device: KnownDevice;
  let now: number;
  let restoredStart: number | undefined;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    now = NOW;
    restoredStart = undefined;
    database = await createTestDatabase(engine);
    device = await createDevicesRepository(database.db).create(newDevice({ topic: '/3/a/s1' }), ACT);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.close();
  });

  /** What a process left behind that ended just after it had accepted a command. */
  const leaveBehind = async (value: 'verde' | 'rosso', serverId = SERVER_ID) => {
    const { deliveryIds } = await storeCommand(createCommandsRepository(database.db, serverId), {
      createdAt: NOW,
      deadlineAt: NOW + DEADLINE_MS,
      author: ACT.author,
      origin: 'operatore',
      deviceType: 'semaforo',
      value,
      sourceId: null,
      schedule: null,
      deliveries: [
        {
          deviceId: device.id,
          deviceName: null,
          deviceTopic: device.topic,
          ownerId: null,
          value,
          previousStatus: null,
          payloads: '[]',
        },
      ],
    });
    return deliveryIds.get(device.id) ?? 0;
  };

  /** The modules of a new process, on a link that acknowledges everything. */
  const comeBack = async (serverId = SERVER_ID) => {
    const logger = createTestLogger();
    const clock = { now: () => now };
    const deliveries = createDeliveriesRepository(database.db, serverId);
    const commit = createGroupCommit({ db: database.db, logger });
    const directory = createDeviceDirectory();
    directory.load(await createDevicesRepository(database.db).listAll());
    const states = createDeviceStates({
      commit,
      findDevice: directory.findById,
      changes: createEventChannel({ name: 'states', logger }),
      silenceMs: 0,
      monotonicClock: systemMonotonicClock,
      clock,
    });
    states.setListening(now);
    const progress = createEventChannel<TrackedDelivery>({ name: 'progress', logger });
    const log = createDeliveryLog({ commit, progress, states, stored: () => {}, clock });
    const published: string[] = [];
    const lanes = createCommandLanes({
      findDevice: directory.findById,
      rate: { handedOver: () => undefined },
      link: {
        status: () => ({ connected: true, since: 0, reason: null }),
        publish: ({ topic, payload }, { isStillWanted, acknowledged }) => {
          if (!isStillWanted()) return Promise.resolve('withheld');
          published.push(`${topic}=${payload}`);
          acknowledged?.();
          return Promise.resolve('acknowledged');
        },
      },
      linkStatuses: createEventChannel<LinkStatus>({ name: 'link', logger }),
      states,
      progress,
      confirmMs: 5000,
      clock,
    });
    stops.push(async () => {
      lanes.stop();
      await commit.stop();
    });
    const { resumeOwn, endAbandoned } = createResumeUnfinished({
      repository: deliveries,
      log,
      commit,
      directory,
      states,
      lanes,
      commandTopic: '{key}/{channel}/set',
      confirmMs: 5000,
      restoredStart: () => restoredStart,
      clock,
    });
    await resumeOwn();
    return {
      published,
      states,
      endAbandoned,
      report: async (channel: string, payload: string) => {
        const message = { channel, payload, retained: false };
        const received = states.record(device, message);
        if (received) lanes.settle(device, message, received);
        await commit.flush();
      },
    };
  };
  const stateOf = (id: number) =>
    database.db
      .selectFrom('deliveries')
      .select(['state', 'reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('sends its unfinished deliveries again, and only a later report confirms them', async () => {
    const id = await leaveBehind('rosso');
    const { published, report } = await comeBack();
    await until('all four lamps are written', () => published.length === 4);
    expect(published).toEqual(['/3/a/s1/out4/set=1', ...[1, 2, 3].map((n) => `/3/a/s1/out${n}/set=0`)]);
    await report('out4', '1');
    expect(await stateOf(id)).toEqual({ state: 'confermato', reason: null });
  });

  test.each([
    ['after the deadline', DEADLINE_MS],
    ['when the clock is behind the command, whose age is then unknown', -1],
  ])(
    'sends nothing %s: it expires, the device is in error, a late report still upgrades what the broker had',
    async (_when, laterMs) => {
      const id = await leaveBehind('rosso');
      await storeChanges(database, [{ id, state: 'inviato', reason: null, sent: 2, at: NOW }]);
      now += laterMs;
      const { published, report, states } = await comeBack();
      expect(await stateOf(id)).toEqual({ state: 'scaduto', reason: INTERRUPTED });
      expect(states.of(device.id)).toMatchObject({ error: true, errorReason: INTERRUPTED });
      await report('out4', '1');
      expect(await stateOf(id)).toEqual({ state: 'confermato', reason: null });
      expect(published).toEqual([]);
    },
  );

  test('sends nothing that is of a restored backup, though its deadline has not passed', async () => {
    const id = await leaveBehind('rosso');
    restoredStart = NOW;
    const { published } = await comeBack();
    expect(await stateOf(id)).toEqual({ state: 'scaduto', reason: INTERRUPTED });
    expect(published).toEqual([]);
  });

  test('what the broker is not known to have acknowledged is confirmed by no late report', async () => {
    const id = await leaveBehind('rosso');
    now += DEADLINE_MS;
    const { report, states } = await comeBack();
    await report('out4', '1');
    expect(await stateOf(id)).toEqual({ state: 'scaduto', reason: INTERRUPTED });
    // What it shows is what is desired all the same, and nothing is wrong with it.
    await report('out1', '0');
    expect(states.of(device.id)).toMatchObject({ desired: { value: 'rosso' }, error: false });
    expect(states.isOutOfSync(device.id)).toBe(false);
  });

  test('switches the other lamps off when the new lamp was confirmed before the end of the process', async () => {
    const id = await leaveBehind('rosso');
    const early = { state: 'confermato', reason: null, sent: 1 } as const;
    await storeChanges(database, [{ id, ...early, at: NOW }]);
    const { published, report } = await comeBack();
    await until('all four lamps are written', () => published.length === 4);
    await report('out4', '1');
    expect(await stateOf(id)).toEqual({ state: 'confermato', reason: null });
    const stored = database.db.selectFrom('deliveries').select('sent').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ sent: 2 });
  });

  test('sends only the newest command to a device', async () => {
    const older = await leaveBehind('verde');
    await leaveBehind('rosso');
    const { published } = await comeBack();
    await until('all four lamps are written', () => published.length === 4);
    expect(published[0]).toBe('/3/a/s1/out4/set=1');
    expect(await stateOf(older)).toEqual({
      state: 'superato',
      reason: 'Superato da un comando più recente',
    });
  });

  test('fails the delivery to a device whose topic has changed, and sends nothing', async () => {
    const id = await leaveBehind('rosso');
    await database.db.updateTable('devices').set({ topic: '/3/a/s9' }).execute();
    const { published } = await comeBack();
    expect(await stateOf(id)).toEqual({
      state: 'fallito',
      reason: 'Il dispositivo è stato cambiato o eliminato',
    });
    expect(published).toEqual([]);
  });

  test('leaves the deliveries of another server alone, and ends them when that server is gone', async () => {
    const id = await leaveBehind('rosso', 'altro-server');
    const { published, endAbandoned } = await comeBack();
    now += DEADLINE_MS + 60_000;
    await endAbandoned();
    expect(await stateOf(id)).toEqual({ state: 'accettato', reason: null });
    now += 5001;
    await endAbandoned();
    expect(await stateOf(id)).toEqual({ state: 'scaduto', reason: INTERRUPTED });
    expect(published).toEqual([]);
  });

  test('ends what it had stored itself without being told so, and what was never sent is no error of the device', async () => {
    const { published, endAbandoned, states } = await comeBack();
    const id = await leaveBehind('rosso');
    now += DEADLINE_MS + 65_001;
    await endAbandoned();
    expect(await stateOf(id)).toEqual({ state: 'fallito', reason: 'Comando non inviato in tempo' });
    expect(states.errorOf(device.id)).toBeNull();
    expect(published).toEqual([]);
  });

  test('what was never sent stays asked, and no word of the device confirms it', async () => {
    const { endAbandoned, report, states } = await comeBack();
    const id = await leaveBehind('rosso');
    now += DEADLINE_MS + 65_001;
    await endAbandoned();
    expect(states.of(device.id).desired).toMatchObject({ value: 'rosso' });
    await report('out1', '1');
    await report('out4', '1');
    await report('out1', '0');
    expect(await stateOf(id)).toEqual({ state: 'fallito', reason: 'Comando non inviato in tempo' });
  });

  test('what was never sent is newer than what was sent before it, which a late word confirms no more', async () => {
    const { endAbandoned, report, states } = await comeBack();
    const older = await leaveBehind('verde', 'altro-server');
    now += DEADLINE_MS + 65_001;
    await endAbandoned();
    const newer = await leaveBehind('rosso');
    await endAbandoned();
    await report('out1', '1');
    expect((await stateOf(older)).state).toBe('scaduto');
    expect((await stateOf(newer)).state).toBe('fallito');
    expect(states.of(device.id).desired).toMatchObject({ value: 'rosso' });
  });
});
