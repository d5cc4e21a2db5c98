import { newDevice } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { isForeignKeyViolation } from '../database/constraint-errors.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createCsvImportRepository, type ImportedDevice } from './csv-import.repository.ts';
import { createDevicesRepository } from './devices.repository.ts';

const signal = (topic: string) => newDevice({ topic, name: 'Piazza', latitude: 44.222_312_345_678 });
const added = (topic: string): ImportedDevice => ({ before: undefined, after: signal(topic) });

describe.each(testEngines())('an import of devices on %s', (engine) => {
  let database: OpenDatabase;
  const importAll = (devices: readonly ImportedDevice[]) =>
    createCsvImportRepository(database.db).importAll(devices, ACT);
  const stored = () => createDevicesRepository(database.db).listAll();
  const audited = () =>
    database.db.selectFrom('audit').selectAll().where('action', '=', 'devices.import').execute();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  it('adds and changes devices by topic, keeps their ids and writes one audit row', async () => {
    const former = await createDevicesRepository(database.db).create(signal('/3/a/s1'), ACT);
    const { id, ...kept } = former;
    const changed = { ...kept, name: 'Ponte' };
    const ids = await importAll([{ before: former, after: changed }, added('/3/a/s2')]);
    expect(ids.get('/3/a/s1')).toBe(id);
    const devices = (await stored()).toSorted((a, b) => a.id - b.id);
    expect(devices).toEqual([
      { ...changed, id },
      { ...signal('/3/a/s2'), id: ids.get('/3/a/s2') },
    ]);
    const [audit, ...others] = await audited();
    expect(others).toEqual([]);
    expect(JSON.parse(audit?.before ?? '')).toEqual([former]);
    expect(JSON.parse(audit?.after ?? '')).toEqual(devices);
  });

  it('writes all of more devices than fit in one statement, or none', async () => {
    const devices = Array.from({ length: 700 }, (_, index) => added(`/3/a/s${index}`));
    const orphan = { before: undefined, after: { ...signal('/3/b/s1'), ownerId: 99 } };
    await expect(importAll([...devices, orphan])).rejects.toSatisfy(isForeignKeyViolation);
    expect([await stored(), await audited()]).toEqual([[], []]);
    expect((await importAll(devices)).size).toBe(700);
    expect(await stored()).toHaveLength(700);
  });

  it('forgets the state of a device only when its type changes', async () => {
    const repository = createDevicesRepository(database.db);
    const [first, second] = [
      await repository.create(signal('/3/a/s1'), ACT),
      await repository.create(signal('/3/a/s2'), ACT),
    ];
    for (const { id } of [first, second]) {
      const state = { device_id: id, status: 'rosso', status_updated_at: NOW, error: 0 } as const;
      await database.db.insertInto('device_states').values(state).execute();
    }
    await importAll([
      { before: first, after: { ...signal('/3/a/s1'), type: 'lanterna', profile: 'outN' } },
      { before: second, after: { ...signal('/3/a/s2'), name: null } },
    ]);
    const states = await database.db.selectFrom('device_states').select('device_id').execute();
    expect(states).toEqual([{ device_id: second.id }]);
  });
});
