import type { Client } from '@semaforo/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';
import { appendAudit } from '../database/audit-trail.ts';
import { sealAudit } from './seal-audit.ts';

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
        outcome: 'riuscita',
        code: null,
        reason: null,
        times: 1,
        confirmed: null,
        total: null,
        seal: null,
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

  test('a filter finds rows by user, action, target, reason, values and time, and says how many it hides', async () => {
    const author = { id: 1, username: 'Àntonia', address: '192.0.2.1' };
    const later = { at: AT + 60_000, author };
    await appendAudit(api.database.db, {
      ...later,
      action: 'b.one',
      outcome: 'rifiutata',
      reason: 'Non 100% ora',
    });
    await appendAudit(api.database.db, {
      ...later,
      action: 'b.two',
      target: 'device:12',
      after: { name: 'Ponte' },
    });
    const found = async (query: Record<string, string>) =>
      (await admin('listAudit', { query })).entries
        .filter(({ id }) => id > before)
        .map(({ action }) => action);
    expect(await found({ q: 'NTONIA' })).toEqual(['b.two', 'b.one']);
    expect(await found({ q: '100%' })).toEqual(['b.one']);
    expect(await found({ q: '%' })).toEqual(['b.one']);
    expect(await found({ q: 'ponte' })).toEqual(['b.two']);
    expect(await found({ q: 'device:12', from: new Date(AT + 1).toISOString() })).toEqual(['b.two']);
    expect(await found({ q: 'in italiano', actions: 'b.one,a.one' })).toEqual(['b.one']);
    expect(await found({ q: 'b.', to: new Date(AT + 1).toISOString() })).toEqual([]);
    expect(await found({ failed: 'true' })).toEqual(['b.one']);
    const summary = await admin('summarizeAudit', { query: { q: 'b.' } });
    expect(summary).toMatchObject({ total: before + 2, matching: 2, failed: 1 });
  });

  test('a command has the outcome that its devices gave it', async () => {
    const { db } = api.database;
    const states = [
      ['confermato', 'confermato'],
      ['confermato', 'scaduto'],
      ['fallito'],
      ['inviato'],
    ] as const;
    for (const deliveries of states) {
      const { id } = await db
        .insertInto('commands')
        .values({
          created_at: AT,
          username: 'anna',
          origin: 'operatore',
          device_type: 'semaforo',
          deadline_at: AT,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const state of deliveries) {
        const delivery = { command_id: id, device_topic: '/3/c/s1', value: 'rosso', payloads: '[]' } as const;
        const times = { created_at: AT, state_changed_at: AT };
        await db
          .insertInto('deliveries')
          .values({ ...delivery, ...times, state })
          .execute();
      }
      const author = { id: 1, username: 'anna', address: null };
      await appendAudit(db, { at: AT, author, action: 'commands.send', target: `command:${id}` });
    }
    expect((await page()).map(({ outcome, confirmed, total }) => [outcome, confirmed, total])).toEqual([
      ['in corso', 0, 1],
      ['fallita', 0, 1],
      ['parziale', 1, 2],
      ['riuscita', 2, 2],
    ]);
    expect(await admin('summarizeAudit', { query: {} })).toMatchObject({ failed: 1 });
  });

  test('the table for a spreadsheet has every row with its seal, and no formula', async () => {
    const username = "x;=cmd|'/C calc'!A0,@b";
    const author = { id: 1, username, address: '192.0.2.1' };
    for (let row = 0; row < 450; row += 1)
      await appendAudit(api.database.db, { at: AT, author, action: 'a.many' });
    while ((await sealAudit(api.database, { everywhere: true })) > 0);
    const { headers } = await admin.attempt('exportAudit');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="registro.csv"');
    const lines = (await admin('exportAudit', { query: { q: 'a.many' } })).trimEnd().split('\r\n');
    expect(lines).toHaveLength(451);
    expect(lines[1]).toContain(`;"x;'=cmd|'/C calc'!A0,'@b";`);
    const { chain } = await admin('summarizeAudit', { query: {} });
    expect(lines[1]?.endsWith(`;"${chain.newest?.seal}"`)).toBe(true);
  });

  test.each(['?limit=0', '?limit=1001', '?limit=x', '?before=0', '?before=-1', '?page=1'])(
    'the query %s is answered with a 400',
    async (query) => {
      const { status } = await admin.request('GET', `/api/admin/audit${query}`);
      expect(status).toBe(400);
    },
  );
});
