import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, type Caller, PUBLIC_SETTINGS, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';

const NOT_FOUND = { status: 404, body: { error: 'Non trovato', code: 'not-found' } };
const MINE = '/api/user/settings';

describe.each(testEngines())('the API of settings on %s', (engine) => {
  let api: ApiServer;
  let admin: Caller;
  let anna: Caller;
  let annas: string;

  beforeEach(async () => {
    api = await startApi(engine);
    await api.addUser('admin', 'admin');
    annas = `/api/admin/users/${await api.addUser('anna')}/settings`;
    admin = await api.as('admin');
    anna = await api.as('anna');
  });
  afterEach(() => api.stop());

  const audit = async () => {
    const rows = api.database.db.selectFrom('audit').where('action', 'like', 'settings.%').orderBy('id');
    return (await rows.select(['username', 'action', 'before', 'after']).execute()).map((row) => ({
      ...row,
      before: JSON.parse(row.before ?? 'null') as unknown,
      after: JSON.parse(row.after ?? 'null') as unknown,
    }));
  };

  test('a visitor without a log-in reads the footer links and the tile address', async () => {
    expect(await api.callerOf()('GET', '/api/settings/public')).toMatchObject({
      status: 200,
      body: PUBLIC_SETTINGS,
    });
  });

  test('a user saves the centre of the map and reads it back', async () => {
    const centre = { map_center_lat: '45.5', map_center_lng: '9.2' };
    const settings = [
      { key: 'map_center_lat', value: '45.5' },
      { key: 'map_center_lng', value: '9.2' },
    ];
    expect(await anna('PUT', MINE, centre)).toMatchObject({ status: 200, body: { settings } });
    expect(await anna('GET', `${MINE}?prefix=map_`)).toMatchObject({ status: 200, body: { settings } });
    await anna('PUT', MINE, { map_center_lat: '46' });
    expect((await anna('GET', MINE)).body).toEqual({
      settings: [{ key: 'map_center_lat', value: '46' }, settings[1]],
    });
    expect((await admin('GET', MINE)).body).toEqual({ settings: [] });
  });

  test('a user who saves any other setting is refused and nothing is saved', async () => {
    const refused = await anna('PUT', MINE, { map_center_lat: '45.5', tema: 'scuro' });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Puoi salvare solo le impostazioni della mappa' },
    });
    expect((await anna('GET', MINE)).body).toEqual({ settings: [] });
    expect((await anna('PUT', MINE, { mapx: '1' })).status).toBe(403);
    expect((await admin('PUT', MINE, { tema: 'scuro' })).status).toBe(200);
  });

  test('a prefix is matched literally, including _ and %', async () => {
    await admin('PUT', annas, { map_a: '1', mapxa: '2', m: '3' });
    const keysOf = async (prefix: string) => {
      const { body } = await anna('GET', `${MINE}?prefix=${encodeURIComponent(prefix)}`);
      return (body as { settings: { key: string }[] }).settings.map(({ key }) => key);
    };
    expect(await keysOf('map_')).toEqual(['map_a']);
    expect(await keysOf('%')).toEqual([]);
    expect(await keysOf('_')).toEqual([]);
    expect(await keysOf('map')).toEqual(['map_a', 'mapxa']);
    expect(await keysOf('')).toEqual(['m', 'map_a', 'mapxa']);
  });

  test('an admin adds, renames and deletes a setting of a user', async () => {
    expect(await admin('PUT', annas, { tema: 'scuro' })).toMatchObject({
      body: { settings: [{ key: 'tema', value: 'scuro' }] },
    });
    expect(await admin('PUT', `${annas}/tema`, { newKey: 'aspetto', value: 'chiaro' })).toMatchObject({
      status: 200,
      body: { settings: [{ key: 'aspetto', value: 'chiaro' }] },
    });
    expect(await admin('PUT', `${annas}/aspetto`, { newKey: 'aspetto', value: 'scuro' })).toMatchObject({
      body: { settings: [{ key: 'aspetto', value: 'scuro' }] },
    });
    expect((await admin('DELETE', `${annas}/aspetto`)).status).toBe(204);
    expect((await admin('GET', annas)).body).toEqual({ settings: [] });
  });

  test('renaming a setting to a key that the user already has is refused and changes nothing', async () => {
    await admin('PUT', annas, { a: '1', b: '2' });
    expect(await admin('PUT', `${annas}/a`, { newKey: 'b', value: '3' })).toMatchObject({
      status: 409,
      body: { error: 'Esiste già una impostazione con questa chiave' },
    });
    expect((await admin('GET', annas)).body).toEqual({
      settings: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    });
  });

  test('an invalid Telegram channel is refused with a sentence; an empty one means no channel', async () => {
    for (const [method, path, body] of [
      ['PUT', annas, { telegram_channel: 'comune di anna' }],
      ['PUT', MINE, { telegram_channel: '12345' }],
    ] as const) {
      const reply = await admin(method, path, body);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        error: expect.stringContaining('Il canale Telegram si scrive @nome') as string,
      });
    }
    await admin('PUT', annas, { canale: 'x' });
    const renamed = { newKey: 'telegram_channel', value: 'x' };
    expect((await admin('PUT', `${annas}/canale`, renamed)).status).toBe(400);
    for (const value of ['@comune_anna', '-1001234567890', '']) {
      expect((await admin('PUT', annas, { telegram_channel: value })).status).toBe(200);
    }
  });

  test('one of two settings renamed to the same key at once keeps its own', async () => {
    await admin('PUT', annas, { a: '1', b: '2' });
    const replies = await Promise.all(
      ['a', 'b'].map((key) => admin('PUT', `${annas}/${key}`, { newKey: 'c', value: key })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('saving settings of a user who is deleted meanwhile answers not found', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await api.addUser(`effimero-${round}`);
      const settings = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'v']));
      const [saved, deleted] = await Promise.all([
        admin('PUT', `/api/admin/users/${id}/settings`, settings),
        admin('DELETE', `/api/admin/users/${id}`),
      ]);
      expect([200, 404]).toContain(saved.status);
      expect(deleted.status).toBe(204);
    }
  });

  test('a setting that does not exist, or of a user who does not exist, is not found', async () => {
    const unknownUser = '/api/admin/users/999/settings';
    for (const [method, path, body] of [
      ['PUT', `${annas}/assente`, { newKey: 'a', value: '1' }],
      ['DELETE', `${annas}/assente`, undefined],
      ['DELETE', `${annas}/${encodeURIComponent("'; drop table users")}`, undefined],
      ['GET', unknownUser, undefined],
      ['PUT', unknownUser, { a: '1' }],
      ['PUT', unknownUser, {}],
      ['PUT', `${unknownUser}/a`, { newKey: 'b', value: '1' }],
      ['DELETE', `${unknownUser}/a`, undefined],
    ] as const) {
      expect(await admin(method, path, body), `${method} ${path}`).toMatchObject(NOT_FOUND);
    }
    expect(await audit()).toEqual([]);
  });

  test('every change is in the audit with the values before and after', async () => {
    await anna('PUT', MINE, { map_center_lat: '45' });
    await admin('PUT', annas, { map_center_lat: '46', tema: 'scuro' });
    await admin('PUT', `${annas}/tema`, { newKey: 'aspetto', value: 'chiaro' });
    await admin('DELETE', `${annas}/aspetto`);
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
