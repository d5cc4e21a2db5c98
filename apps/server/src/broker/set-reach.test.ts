import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { systemClock } from '../platform/clock.ts';
import { StartupError } from '../platform/startup-error.ts';
import { createListeningPlace } from './listening-place.ts';
import { createSetReach } from './set-reach.ts';

const AUTHOR = { id: null, username: 'admin', address: null };

describe.each(testEngines())('where the embedded broker listens, on %s', (engine) => {
  let database: OpenDatabase;
  let dataDir: string;
  let moves: string[];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-reach-'));
    moves = [];
  });
  afterEach(async () => {
    rmSync(dataDir, { recursive: true });
    await database.close();
  });

  const placeOf = (given?: string) => createListeningPlace({ dataDir, given });
  const open = (place = placeOf(), moveTo = (host: string) => Promise.resolve(void moves.push(host))) =>
    createSetReach({ db: database.db, place, broker: { moveTo }, clock: systemClock });
  const audited = async () =>
    (await database.db.selectFrom('audit').select(['action', 'after']).execute()).map(
      ({ action, after }) => `${action} ${after ?? ''}`,
    );

  test('is this machine until an admin opens it, and stays open over a restart until it is closed', async () => {
    expect(placeOf().host()).toBe('127.0.0.1');
    const setReach = open();
    expect(await setReach(true, AUTHOR)).toBeUndefined();
    expect(await setReach(true, AUTHOR)).toBeUndefined();
    expect(placeOf().host()).toBe('0.0.0.0');
    expect(await setReach(false, AUTHOR)).toBeUndefined();
    expect(placeOf().host()).toBe('127.0.0.1');
    expect(moves).toEqual(['0.0.0.0', '127.0.0.1']);
    expect(await audited()).toEqual(['broker.reach {"host":"0.0.0.0"}', 'broker.reach {"host":"127.0.0.1"}']);
  });

  test('cannot be chosen when the settings say it', async () => {
    expect(placeOf('192.168.1.9').host()).toBe('192.168.1.9');
    expect(await open(placeOf('192.168.1.9'))(true, AUTHOR)).toMatchObject({ code: 'broker-reach-given' });
    expect(moves).toEqual([]);
  });

  test('stays what it was when the broker cannot listen there', async () => {
    const refused = () => Promise.reject(new StartupError('La porta 1883 è occupata'));
    expect(await open(placeOf(), refused)(true, AUTHOR)).toMatchObject({
      code: 'broker-cannot-listen',
      message: 'La porta 1883 è occupata',
    });
    expect(placeOf().host()).toBe('127.0.0.1');
    expect(await audited()).toEqual([]);
  });
});
