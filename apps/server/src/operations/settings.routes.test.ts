import type { Client } from '@semaforo/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PUBLIC_SETTINGS, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';

const NOT_FOUND = { status: 404, error: { code: 'not-found', message: 'Non trovato' } };
const ABSENT_ID = 999;

describe.each(testEngines())('the API of settings on %s', (engine) => {
  let api: ApiServer;
  let admin: Client;
  let anna: Client;
  /** The path parameters of settings of Anna. */
  let annas: { id: number };

  beforeEach(async () => {
    api = await startApi(engine);
    await api.addUser('admin', 'admin');
    annas = { id: await api.addUser('anna') };
    admin = await api.logIn('admin');
    anna = await api.logIn('anna');
  });
  afterEach(() => api.stop());

  const audit = async () => {
    const settings = api.database.db.selectFrom('audit').where('action', 'like', 'settings.%').orderBy('id');
    // What was refused comes a moment later, and is tested where it is written.
    const rows = settings.where('code', 'is', null);
    return (await rows.select(['username', 'action', 'before', 'after']).execute()).map((row) => ({
      ...row,
      before: JSON.parse(row.before ?? 'null') as unknown,
      after: JSON.parse(row.after ?? 'null') as unknown,
    }));
  };

  test('a visitor without a log-in reads the footer links and the tile address', async () => {
    expect(await api.clientOf()('getPublicSettings')).toEqual(PUBLIC_SETTINGS);
  });

  test('a user saves the centre of the map and reads it back', async () => {
    const centre = { map_center_lat: '45.5', map_center_lng: '9.2' };
    const settings = [
      { key: 'map_center_lat', value: '45.5' },
      { key: 'map_center_lng', value: '9.2' },
    ];
    expect(await anna('saveMySettings', { body: centre })).toEqual({ settings });
    expect(await anna('listMySettings', { query: { prefix: 'map_' } })).toEqual({ settings });
    await anna('saveMySettings', { body: { map_center_lat: '46' } });
    expect(await anna('listMySettings')).toEqual({
      settings: [{ key: 'map_center_lat', value: '46' }, settings[1]],
    });
    expect(await admin('listMySettings')).toEqual({ settings: [] });
  });

  test('a user who saves any other setting is refused and nothing is saved', async () => {
    const refused = await anna.attempt('saveMySettings', { body: { map_center_lat: '45.5', tema: 'scuro' } });
    expect(refused).toMatchObject({
      status: 403,
      error: { message: 'Puoi salvare solo le impostazioni della mappa' },
    });
    expect(await anna('listMySettings')).toEqual({ settings: [] });
    expect(await anna.attempt('saveMySettings', { body: { mapx: '1' } })).toMatchObject({ status: 403 });
    expect(await admin.attempt('saveMySettings', { body: { tema: 'scuro' } })).toMatchObject({ ok: true });
  });

  test('a prefix is matched literally, including _ and %', async () => {
    await admin('saveUserSetting', { params: annas, body: { map_a: '1', mapxa: '2', m: '3' } });
    const keysOf = async (prefix: string) => {
      const { settings } = await anna('listMySettings', { query: { prefix } });
      return settings.map(({ key }) => key);
    };
    expect(await keysOf('map_')).toEqual(['map_a']);
    expect(await keysOf('%')).toEqual([]);
    expect(await keysOf('_')).toEqual([]);
    expect(await keysOf('map')).toEqual(['map_a', 'mapxa']);
    expect(await keysOf('')).toEqual(['m', 'map_a', 'mapxa']);
  });

  test('an admin adds, renames and deletes a setting of a user', async () => {
    const rename = (key: string, body: { newKey: string; value: string }) =>
      admin('renameUserSetting', { params: { ...annas, key }, body });
    expect(await admin('saveUserSetting', { params: annas, body: { tema: 'scuro' } })).toEqual({
      settings: [{ key: 'tema', value: 'scuro' }],
    });
    expect(await rename('tema', { newKey: 'aspetto', value: 'chiaro' })).toEqual({
      settings: [{ key: 'aspetto', value: 'chiaro' }],
    });
    expect(await rename('aspetto', { newKey: 'aspetto', value: 'scuro' })).toEqual({
      settings: [{ key: 'aspetto', value: 'scuro' }],
    });
    await admin('deleteUserSetting', { params: { ...annas, key: 'aspetto' } });
    expect(await admin('listUserSettings', { params: annas })).toEqual({ settings: [] });
  });

  test('renaming a setting to a key that the user already has is refused and changes nothing', async () => {
    await admin('saveUserSetting', { params: annas, body: { a: '1', b: '2' } });
    const refused = await admin.attempt('renameUserSetting', {
      params: { ...annas, key: 'a' },
      body: { newKey: 'b', value: '3' },
    });
    expect(refused).toMatchObject({
      status: 409,
      error: { message: 'Esiste già una impostazione con questa chiave' },
    });
    expect(await admin('listUserSettings', { params: annas })).toEqual({
      settings: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    });
  });

  test('an invalid Telegram channel is refused with a sentence; an empty one means no channel', async () => {
    const wrong = [
      await admin.attempt('saveUserSetting', { params: annas, body: { telegram_channel: 'comune di anna' } }),
      await admin.attempt('saveMySettings', { body: { telegram_channel: '12345' } }),
    ];
    for (const outcome of wrong) {
      expect(outcome.status).toBe(400);
      if (!outcome.ok) expect(outcome.error.message).toContain('Il canale Telegram si scrive @nome');
    }
    await admin('saveUserSetting', { params: annas, body: { canale: 'x' } });
    const renamed = await admin.attempt('renameUserSetting', {
      params: { ...annas, key: 'canale' },
      body: { newKey: 'telegram_channel', value: 'x' },
    });
    expect(renamed.status).toBe(400);
    for (const value of ['@comune_anna', '-1001234567890', '']) {
      await admin('saveUserSetting', { params: annas, body: { telegram_channel: value } });
    }
  });

  test('a user has at most 50 settings and 20,000 characters in them, and may change what there is', async () => {
    const keyed = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`map_${index}`, 'v']));
    const refused = { status: 409, error: { code: 'too-many-settings' } };
    expect(await anna.attempt('saveMySettings', { body: keyed(51) })).toMatchObject(refused);
    expect(await anna('listMySettings')).toEqual({ settings: [] });
    await anna('saveMySettings', { body: keyed(50) });
    expect(await anna.attempt('saveMySettings', { body: { map_z: '1' } })).toMatchObject(refused);
    const another = await admin.attempt('saveUserSetting', { params: annas, body: { tema: 'scuro' } });
    expect(another).toMatchObject(refused);
    await anna('saveMySettings', { body: { map_1: 'x'.repeat(10_000) } });
    const tooLong = { map_2: 'x'.repeat(9800) };
    expect(await anna.attempt('saveMySettings', { body: tooLong })).toMatchObject(refused);
    expect((await anna('listMySettings')).settings).toHaveLength(50);
  });

  test('one of two settings renamed to the same key at once keeps its own', async () => {
    await admin('saveUserSetting', { params: annas, body: { a: '1', b: '2' } });
    const outcomes = await Promise.all(
      ['a', 'b'].map((key) =>
        admin.attempt('renameUserSetting', {
          params: { ...annas, key },
          body: { newKey: 'c', value: key },
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('saving settings of a user who is deleted meanwhile answers not found', async () => {
    for (let round = 0; round < 10; round += 1) {
      const params = { id: await api.addUser(`effimero-${round}`) };
      const body = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'v']));
      const [saved, deleted] = await Promise.all([
        admin.attempt('saveUserSetting', { params, body }),
        admin.attempt('deleteUser', { params }),
      ]);
      expect([200, 404]).toContain(saved.status);
      expect(deleted.status).toBe(204);
    }
  });

  test('a setting that does not exist, or of a user who does not exist, is not found', async () => {
    const absent = { id: ABSENT_ID };
    const rename = { newKey: 'b', value: '1' };
    const outcomes = await Promise.all([
      admin.attempt('renameUserSetting', { params: { ...annas, key: 'assente' }, body: rename }),
      admin.attempt('deleteUserSetting', { params: { ...annas, key: 'assente' } }),
      admin.attempt('deleteUserSetting', { params: { ...annas, key: "'; drop table users" } }),
      admin.attempt('listUserSettings', { params: absent }),
      admin.attempt('saveUserSetting', { params: absent, body: { a: '1' } }),
      admin.attempt('saveUserSetting', { params: absent, body: {} }),
      admin.attempt('renameUserSetting', { params: { ...absent, key: 'a' }, body: rename }),
      admin.attempt('deleteUserSetting', { params: { ...absent, key: 'a' } }),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject(NOT_FOUND);
    expect(await audit()).toEqual([]);
  });

  test('every change is in the audit with the values before and after', async () => {
    await anna('saveMySettings', { body: { map_center_lat: '45' } });
    await admin('saveUserSetting', { params: annas, body: { map_center_lat: '46', tema: 'scuro' } });
    await admin('renameUserSetting', {
      params: { ...annas, key: 'tema' },
      body: { newKey: 'aspetto', value: 'chiaro' },
    });
    await admin('deleteUserSetting', { params: { ...annas, key: 'aspetto' } });
    expect(await audit()).toEqual([
      { username: 'anna', action: 'settings.save', before: {}, after: { map_center_lat: '45' } },
      {
        username: 'admin',
        action: 'settings.save',
        before: { map_center_lat: '45' },
        after: { map_center_lat: '46', tema: 'scuro' },
      },
      {
        username: 'admin',
        action: 'settings.rename',
        before: { tema: 'scuro' },
        after: { aspetto: 'chiaro' },
      },
      { username: 'admin', action: 'settings.delete', before: { aspetto: 'chiaro' }, after: null },
    ]);
  });
});
