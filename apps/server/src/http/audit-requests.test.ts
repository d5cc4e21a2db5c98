import type { Client } from '@semaforo/client';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PASSWORD, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';

const SECRET = 'segretissima-parola';

describe.each(testEngines())('the audit of requests on %s', (engine) => {
  let api: ApiServer;
  let adminId: number;
  let admin: Client;
  let anna: Client;

  beforeEach(async () => {
    api = await startApi(engine);
    adminId = await api.addUser('admin', 'admin');
    await api.addUser('anna');
    admin = await api.logIn('admin');
    anna = await api.logIn('anna');
  });
  afterEach(() => api.stop());

  const rows = async () => {
    const query = api.database.db.selectFrom('audit').selectAll().where('outcome', '<>', 'riuscita');
    return (await query.orderBy('id').execute()).map(({ username, action, target, outcome, code, times }) =>
      [username, action, target, outcome, code, times].join(' '),
    );
  };
  const untilRow = (row: string) => until(`the row '${row}'`, async () => (await rows()).includes(row));

  test('refused requests of known users leave a row, each with its reason', async () => {
    const body = { username: 'ANNA', password: SECRET };
    await admin.attempt('createUser', { body });
    await admin.attempt('deleteUser', { params: { id: adminId } });
    await admin.attempt('deleteUser', { params: { id: 999 } });
    await anna.attempt('createUser', { body });
    await anna.attempt('changePassword', { body: { currentPassword: SECRET, newPassword: `${SECRET}-2` } });
    await anna.request('PUT', '/api/user/settings', { body: { unknown: SECRET } });
    await untilRow('admin users.create  rifiutata username-taken 1');
    await untilRow(`admin users.delete user:${adminId} rifiutata cannot-delete-oneself 1`);
    await untilRow('admin users.delete user:999 rifiutata not-found 1');
    await untilRow('anna users.create  rifiutata forbidden 1');
    await untilRow('anna users.change-password  rifiutata wrong-password 1');
    await untilRow('anna settings.save  rifiutata setting-not-allowed 1');
    const stored = await api.database.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(stored.find(({ code }) => code === 'username-taken')).toMatchObject({
      after: JSON.stringify({ username: 'ANNA', role: 'user' }),
      reason: expect.stringMatching(/username/) as string,
      address: '127.0.0.1',
    });
  });

  test('what succeeds, what only reads and what nobody known asked has no row of its own', async () => {
    await admin('createUser', { body: { username: 'bruno', password: PASSWORD } });
    await anna.attempt('listUsers');
    await api.clientOf('forged').attempt('deleteUser', { params: { id: adminId } });
    await admin.attempt('deleteUser', { params: { id: adminId } });
    await untilRow(`admin users.delete user:${adminId} rifiutata cannot-delete-oneself 1`);
    expect(await rows()).toHaveLength(1);
    const created = api.database.db
      .selectFrom('audit')
      .select('username')
      .where('action', '=', 'users.create');
    expect((await created.execute()).map(({ username }) => username)).toEqual(['test', 'test', 'admin']);
  });

  test('a flood of the same refusal is two rows: the first, and how many followed', async () => {
    for (let request = 0; request < 40; request += 1) {
      await admin.attempt('deleteUser', { params: { id: adminId } });
    }
    await untilRow(`admin users.delete user:${adminId} rifiutata cannot-delete-oneself 1`);
    expect(await rows()).toHaveLength(1);
    await api.closeHttp();
    expect(await rows()).toEqual([
      `admin users.delete user:${adminId} rifiutata cannot-delete-oneself 1`,
      `admin users.delete user:${adminId} rifiutata cannot-delete-oneself 39`,
    ]);
  });
});
