import type { Client } from '@semaforo/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';
import { appendAudit } from '../database/audit-trail.ts';

const AT = Date.UTC(2026, 10, 20, 14, 5, 9);

describe.each(testEngines())('the audit on %s', (engine) => {
  let api: ApiServer;
  let admin: Client;
  /** Rows up to this one are not of the test. */
  let before: number;

  beforeEach(async () => {
    api = await startApi(engine);
    await api.addUser('admin', 'admin');
    admin = await api.logIn('admin');
    before = await newestId();
  });
  afterEach(() => api.stop());

  const append = (action: string) =>
    appendAudit(api.database.db, { at: AT, author: { id: 1, username: 'anna', address: null }, action });

  const page = async (query: { limit?: number; before?: number } = {}) =>
    (await admin('listAudit', { query })).entries.filter(({ id }) => id > before);
  const newestId = async () => (await admin('listAudit')).entries[0]?.id ?? 0;

  test('the audit is listed newest first, page by page, without gap or repetition', async () => {
    for (const action of ['a.one', 'a.two', 'a.three', 'a.four', 'a.five']) await append(action);
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, before: first.at(-1)?.id ?? 0 });
    const third = await page({ limit: 2, before: second.at(-1)?.id ?? 0 });
    expect([first, second, third].map((entries) => entries.map(({ action }) => action))).toEqual([
      ['a.five', 'a.four'],
      ['a.three', 'a.two'],
      ['a.one'],
    ]);
    expect(await page({ before: third.at(-1)?.id ?? 0 })).toEqual([]);
  });

  test('an audit entry has author, action, time, address, and the values before and after', async () => {
    await appendAudit(api.database.db, {
      at: AT,
      author: { id: 7, username: 'anna', address: '192.0.2.1' },
      action: 'devices.update',
      target: 'device:12',
      before: { name: 'Piazza' },
      after: { name: 'Ponte', latitude: null },
    });
    expect(await page()).toEqual([
      {
        id: expect.any(Number) as number,
        at: '2026-11-20T14:05:09.000Z',
        username: 'anna',
        address: '192.0.2.1',
        action: 'devices.update',
        target: 'device:12',
        before: { name: 'Piazza' },
        after: { name: 'Ponte', latitude: null },
      },
    ]);
  });

  test('an audit entry keeps the name of a deleted user', async () => {
    const annaId = await api.addUser('anna');
    const anna = await api.logIn('anna');
    await anna('saveMySettings', { body: { map_center_lat: '45' } });
    await admin('deleteUser', { params: { id: annaId } });
    expect((await page()).map(({ username, action }) => `${username} ${action}`)).toContain(
      'anna settings.save',
    );
  });

  test('an audit entry is stored together with its act or not at all', async () => {
    const failing = api.database.db.transaction().execute(async (transaction) => {
      await appendAudit(transaction, {
        at: AT,
        author: { id: null, username: 'anna', address: null },
        action: 'a.one',
      });
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await page()).toEqual([]);
  });

  test.each(['?limit=0', '?limit=1001', '?limit=x', '?before=0', '?before=-1', '?page=1'])(
    'the query %s is answered with a 400',
    async (query) => {
      const { status } = await admin.request('GET', `/api/admin/audit${query}`);
      expect(status).toBe(400);
    },
  );
});
