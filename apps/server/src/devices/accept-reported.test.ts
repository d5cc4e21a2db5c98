import { newDevice, user } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createGroupCommit, type GroupCommit } from '../database/group-commit.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createAcceptReported, type Seen } from './accept-reported.ts';
import { createDeviceDirectory } from './device-directory.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates, type DeviceStates } from './device-states.ts';
import { createDevicesRepository } from './devices.repository.ts';
import type { KnownDevice } from './known-device.ts';

const ADMIN = user({ username: 'admin', role: 'admin' });

describe.each(testEngines())('on %s, a person who accepts what a device shows', (engine) => {
  let database: OpenDatabase;
  let commit: GroupCommit;
  let device: KnownDevice;
  let states: DeviceStates;
  let accept: (seen?: Partial<Seen>) => Promise<unknown>;
  /** Called in the next commit, before its states are written. */
  let inCommit: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const logger = createTestLogger();
    commit = createGroupCommit({ db: database.db, logger });
    device = await createDevicesRepository(database.db).create(newDevice({ topic: '/3/a/s1' }), ACT);
    const directory = createDeviceDirectory();
    directory.put(device);
    const clock = { now: () => 5 };
    commit.join({
      take: () => {
        const held = inCommit;
        inCommit = undefined;
        return held && { write: held, stored: () => {}, failed: () => {} };
      },
    });
    states = createDeviceStates({
      commit,
      findDevice: directory.findById,
      changes: createEventChannel({ name: 'states', logger }),
      silenceMs: 0,
      clock,
      monotonicClock: { elapsedMs: () => 0 },
    });
    states.setListening(0);
    const acceptReported = createAcceptReported({ db: database.db, directory, states, commit, clock });
    accept = (seen = {}) =>
      acceptReported(device.id, {
        actor: ADMIN,
        author: ACT.author,
        seen: { lit: undefined, desiredSince: undefined, ...seen },
      });
    states.record(device, { channel: 'out1', payload: '1', retained: false });
    states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    states.apply(device, { kind: 'settled' });
  });
  afterEach(async () => {
    await commit.stop();
    await database.close();
  });

  const storedDesired = async () =>
    (await createDeviceStatesRepository(database.db).listAll()).map(({ state }) => state.desired);
  const audited = async () =>
    (await database.db.selectFrom('audit').select('action').orderBy('id').execute()).at(-1)?.action;

  test('is answered once it is desired in the database too', async () => {
    await commit.stored();
    expect(await storedDesired()).toMatchObject([{ value: 'rosso' }]);
    expect(await accept()).toEqual(device);
    expect(await storedDesired()).toMatchObject([{ value: 'verde', by: ACT.author.username }]);
    expect(await audited()).toBe('devices.accept-reported');
    expect(await accept()).toMatchObject({ code: 'nothing-out-of-sync' });
  });

  test('is what the person saw: that it shows something else since, or something else is desired, is told', async () => {
    expect(await accept({ lit: ['arancio'] })).toMatchObject({
      code: 'reported-changed',
      message: 'Il dispositivo ora mostra verde: guarda di nuovo prima di accettare',
    });
    expect(await accept({ lit: ['verde'], desiredSince: 0 })).toMatchObject({ code: 'desired-changed' });
    states.record(device, { channel: 'out3', payload: '1', retained: false });
    expect(await accept({ lit: ['verde'], desiredSince: 1 })).toMatchObject({
      message: 'Il dispositivo ora mostra verde e arancio: guarda di nuovo prima di accettare',
    });
    expect(states.of(device.id).desired).toMatchObject({ value: 'rosso' });
    expect(await accept({ lit: ['arancio', 'verde'], desiredSince: 1 })).toEqual(device);
    expect(states.of(device.id).desired).toBeNull();
  });

  test('does not count for what the device says while the audit is written', async () => {
    const accepted = accept();
    states.record(device, { channel: 'out3', payload: '1', retained: false });
    expect(await accepted).toMatchObject({ code: 'reported-changed' });
    expect(states.of(device.id).desired).toMatchObject({ value: 'rosso' });
  });

  test('is not undone by a commit that had begun before', async () => {
    let goOn = () => {};
    let isHeld = false;
    inCommit = () => {
      isHeld = true;
      return new Promise((resolve) => {
        goOn = resolve;
      });
    };
    commit.request();
    await until('a commit with what was desired is under way', () => isHeld);
    const accepted = accept();
    // SQLite lets nothing else in meanwhile.
    if (engine === 'postgres') {
      await until('it is in the audit', async () => (await audited()) === 'devices.accept-reported');
    }
    goOn();
    await accepted;
    expect(await storedDesired()).toMatchObject([{ value: 'verde' }]);
  });
});
