import { newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../database/constraint-errors.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { Secret } from '../platform/secret.ts';
import { createUsersRepository } from '../users/users.repository.ts';
import { createDevicesRepository, type DevicesRepository } from './devices.repository.ts';

const SIGNAL = newDevice({ name: 'Piazza «Saffi»', latitude: 44.222_312_345_678, longitude: -0.1 });

describe.each(testEngines())('devices on %s', (engine) => {
  let database: OpenDatabase;
  let devices: DevicesRepository;
  const auditOf = async (action: string) =>
    database.db.selectFrom('audit').selectAll().where('action', '=', action).execute();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    devices = createDevicesRepository(database.db);
  });
  afterEach(() => database.close());

  it('a device is stored with its exact position, also in the audit', async () => {
    const created = await devices.create(SIGNAL, ACT);
    expect(await devices.listAll()).toEqual([{ ...SIGNAL, id: created.id }]);
    const [audit] = await auditOf('devices.create');
    expect(JSON.parse(audit?.after ?? '')).toEqual(created);
  });

  it('a device with the topic of another is refused at creation and at change', async () => {
    const first = await devices.create(SIGNAL, ACT);
    const second = await devices.create({ ...SIGNAL, topic: '/3/comune/s2' }, ACT);
    await expect(devices.create(SIGNAL, ACT)).rejects.toSatisfy(isUniqueViolation);
    const change = { ...ACT, before: second, forgetState: false };
    await expect(devices.update({ ...second, topic: first.topic }, change)).rejects.toSatisfy(
      isUniqueViolation,
    );
    expect(await auditOf('devices.create')).toHaveLength(2);
    expect(await auditOf('devices.update')).toEqual([]);
  });

  it('a device with an owner who does not exist is refused', async () => {
    const orphan = await devices.create(SIGNAL, ACT);
    await expect(devices.create({ ...SIGNAL, topic: '/3/a/b', ownerId: 99 }, ACT)).rejects.toSatisfy(
      isForeignKeyViolation,
    );
    const change = { ...ACT, before: orphan, forgetState: false };
    await expect(devices.update({ ...orphan, ownerId: 99 }, change)).rejects.toSatisfy(isForeignKeyViolation);
    const users = createUsersRepository(database.db, engine);
    const owner = await users.create(
      { username: 'comune', passwordHash: new Secret('-'), role: 'user' },
      ACT,
    );
    await devices.update({ ...orphan, ownerId: owner.id }, change);
    expect(await devices.listAll()).toEqual([{ ...orphan, ownerId: owner.id }]);
    expect(await devices.usernames()).toEqual(new Map([[owner.id, 'comune']]));
  });

  it('a device loses its state when the change asks for it', async () => {
    const device = await devices.create(SIGNAL, ACT);
    const stateCount = async () =>
      (await database.db.selectFrom('device_states').select('device_id').execute()).length;
    await database.db
      .insertInto('device_states')
      .values({ device_id: device.id, status: 'rosso', error: 0 } as never)
      .execute();
    await devices.update({ ...device, name: null }, { ...ACT, before: device, forgetState: false });
    expect(await stateCount()).toBe(1);
    await devices.update(
      { ...device, type: 'lanterna', profile: 'outN' },
      { ...ACT, before: device, forgetState: true },
    );
    expect(await stateCount()).toBe(0);
    const [renamed] = await auditOf('devices.update');
    expect(JSON.parse(renamed?.before ?? '')).toEqual(device);
    expect(JSON.parse(renamed?.after ?? '')).toEqual({ ...device, name: null });
  });

  it('the id of a deleted device is not given again', async () => {
    const device = await devices.create(SIGNAL, ACT);
    await devices.delete(device, ACT);
    expect(await devices.listAll()).toEqual([]);
    expect((await devices.create(SIGNAL, ACT)).id).toBeGreaterThan(device.id);
  });
});
