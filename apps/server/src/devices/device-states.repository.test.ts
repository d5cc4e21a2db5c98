import type { DeviceState } from '@semaforo/contract/domain/device/device-state';
import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { deviceRow, newDevice } from '@semaforo/testing/factories';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { storeStates } from '../../test/commit-part.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { isForeignKeyViolation } from '../database/constraint-errors.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { type ChangedState, createDeviceStatesRepository, saveStates } from './device-states.repository.ts';
import { createDevicesRepository } from './devices.repository.ts';

const RECEIVED: DeviceState = {
  ...UNKNOWN_DEVICE,
  status: 'arancio',
  updatedAt: NOW,
  error: true,
  errorReason: 'È in errore',
  temp: -3.25,
  vcc: 3.3,
  uptime: 86_400,
  metricsUpdatedAt: NOW + 1,
  uptimeAt: null,
  uptimeIn: null,
  receivedAt: NOW + 2,
  receivedIn: null,
  desired: { value: 'rosso', since: NOW, by: 'valdombra', source: 'command' },
  reasserted: 2,
  lamps: {
    arancio: { on: true, reportedAt: NOW, reportedIn: null },
    verde: { on: false, reportedAt: null, reportedIn: null },
  },
};

const WAITING_FOR_LOCKS = sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe.each(testEngines())('device states on %s', (engine) => {
  let database: OpenDatabase;
  const create = (name: string) =>
    createDevicesRepository(database.db).create(newDevice({ topic: `/3/a/${name}`, name }), ACT);

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  it('the last saved state of each device is read back', async () => {
    const repository = createDeviceStatesRepository(database.db);
    const [first, second] = [await create('s1'), await create('s2')];
    await storeStates(database, [{ deviceId: first.id, state: UNKNOWN_DEVICE }]);
    await storeStates(database, [
      { deviceId: first.id, state: RECEIVED },
      { deviceId: second.id, state: UNKNOWN_DEVICE },
    ]);
    const stored = (await repository.listAll()).toSorted((a, b) => a.deviceId - b.deviceId);
    expect(stored).toEqual([
      { deviceId: first.id, state: RECEIVED },
      { deviceId: second.id, state: UNKNOWN_DEVICE },
    ]);
  });

  it('what is asked is written only of the devices of which this server changed it', async () => {
    const repository = createDeviceStatesRepository(database.db);
    const ids = [(await create('s1')).id, (await create('s2')).id, (await create('s3')).id] as const;
    const save = (states: readonly ChangedState[]) =>
      database.db.transaction().execute((transaction) => saveStates(transaction, states));
    const desired = { value: 'verde', since: NOW + 5, by: 'altro', source: 'command' } as const;
    await storeStates(
      database,
      ids.slice(0, 2).map((deviceId) => ({ deviceId, state: RECEIVED })),
    );
    await save([
      {
        deviceId: ids[2],
        state: { ...RECEIVED, temp: 9, desired: null },
        desiredChanged: false,
        errorReported: true,
        lampsReported: true,
      },
      {
        deviceId: ids[1],
        state: { ...RECEIVED, temp: 9, desired },
        desiredChanged: true,
        errorReported: true,
        lampsReported: true,
      },
      {
        deviceId: ids[0],
        state: { ...RECEIVED, temp: 9, desired },
        desiredChanged: false,
        errorReported: true,
        lampsReported: true,
      },
    ]);
    const stored = (await repository.listAll()).toSorted((a, b) => a.deviceId - b.deviceId);
    expect(stored.map(({ state }) => state.temp)).toEqual([9, 9, 9]);
    expect(stored.map(({ state }) => state.desired)).toEqual([RECEIVED.desired, desired, null]);
  });

  it('an error is written only by a server that found or ended it, a lamp only by one that heard it', async () => {
    const repository = createDeviceStatesRepository(database.db);
    const ids = [(await create('s1')).id, (await create('s2')).id] as const;
    const inError = { ...RECEIVED, error: true, errorReason: 'Spento' };
    await storeStates(
      database,
      ids.map((deviceId) => ({ deviceId, state: inError })),
    );
    // This one hears no lamp, and still has what it heard long ago.
    const lamps = { arancio: { on: false, reportedAt: NOW - 5, reportedIn: null } };
    const well = { ...RECEIVED, status: null, lamps, error: false, errorReason: null, temp: 9 };
    await database.db.transaction().execute((transaction) =>
      saveStates(
        transaction,
        ids.map((deviceId) => ({
          deviceId,
          state: well,
          desiredChanged: false,
          errorReported: deviceId === ids[1],
          lampsReported: false,
        })),
      ),
    );
    const stored = (await repository.listAll()).toSorted((a, b) => a.deviceId - b.deviceId);
    expect(stored.map(({ state }) => [state.temp, state.error, state.errorReason])).toEqual([
      [9, true, 'Spento'],
      [9, false, null],
    ]);
    for (const { state } of stored) expect(state).toMatchObject({ status: 'arancio', lamps: RECEIVED.lamps });
  });

  it('the states of more devices than fit in one statement are saved together', async () => {
    const repository = createDeviceStatesRepository(database.db);
    const values = Array.from({ length: 1201 }, (_, index) => deviceRow({ topic: `/3/a/s${index}` }));
    const ids = await database.db.insertInto('devices').values(values).returning('id').execute();
    await storeStates(
      database,
      ids.map(({ id }) => ({ deviceId: id, state: RECEIVED })),
    );
    expect(await repository.listAll()).toHaveLength(1201);
    await storeStates(database, []);
  });

  // Only PostgreSQL lets two servers in.
  if (engine === 'postgres') {
    it('two servers save states in the same order, so that neither blocks the other', async () => {
      const repository = createDeviceStatesRepository(database.db);
      const [first, second] = [await create('s1'), await create('s2')];
      const saved = [second, first].map(({ id }) => ({ deviceId: id, state: RECEIVED }));
      await storeStates(database, saved);
      // Of the first all, of the second only what it said: these are two statements.
      const saveMixed = () =>
        database.db.transaction().execute((transaction) =>
          saveStates(
            transaction,
            saved.map((state) => ({
              ...state,
              desiredChanged: state.deviceId === first.id,
              errorReported: true,
              lampsReported: true,
            })),
          ),
        );
      const other = await database.db.startTransaction().execute();
      const touch = (id: number) =>
        other.updateTable('device_states').set({ error: 0 }).where('device_id', '=', id).execute();
      await touch(first.id);
      const saving = saveMixed();
      await until('it waits for the other server', async () => {
        const { rows } = await WAITING_FOR_LOCKS.execute(database.db);
        return rows.length > 0;
      });
      await touch(second.id);
      await other.commit().execute();
      await saving;
      expect((await repository.listAll()).map(({ state }) => state.error)).toEqual([true, true]);
    });
  }

  it('the state of a device is deleted with it and cannot be saved afterwards', async () => {
    const repository = createDeviceStatesRepository(database.db);
    const device = await create('s1');
    await storeStates(database, [{ deviceId: device.id, state: RECEIVED }]);
    await createDevicesRepository(database.db).delete(device, ACT);
    expect(await repository.listAll()).toEqual([]);
    await expect(storeStates(database, [{ deviceId: device.id, state: RECEIVED }])).rejects.toSatisfy(
      isForeignKeyViolation,
    );
  });
});
