import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PASSWORD, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';

const NEW_PASSWORD = 'un-altra-parola-lunga';
const WRONG = { error: 'Credenziali non valide', code: 'invalid-credentials' };
const NOT_FOUND = { status: 404, body: { error: 'Non trovato', code: 'not-found' } };
const LOGGED_OUT = { status: 401, body: { code: 'unauthenticated' } };

describe.each(testEngines())('the API of users on %s', (engine) => {
  let api: ApiServer;
  let adminId: number;

  beforeEach(async () => {
    api = await startApi(engine);
    adminId = await api.addUser('admin', 'admin');
  });
  afterEach(() => api.stop());

  const listAudit = async () => {
    const rows = api.database.db.selectFrom('audit').orderBy('id');
    return rows.select(['username', 'action', 'target', 'address']).execute();
  };

  describe('a log-in', () => {
    test('a log-in answers with a token of the user', async () => {
      const me = await (await api.as('admin'))('GET', '/api/user/me');
      expect(me).toMatchObject({ status: 200, body: { id: adminId, username: 'admin', role: 'admin' } });
    });

    test('a log-in ignores the case of the username, not that of the password', async () => {
      expect((await api.logIn({ username: ' ADMIN ' })).status).toBe(200);
      expect((await api.logIn({ username: 'admin', password: PASSWORD.toUpperCase() })).status).toBe(401);
    });

    test('a log-in with a wrong password is answered exactly like one of an unknown user', async () => {
      const wrong = await api.logIn({ username: 'admin', password: 'sbagliata' });
      const unknown = await api.logIn({ username: 'nessuno', password: 'sbagliata' });
      expect(wrong).toEqual({ status: 401, body: WRONG, retryAfter: undefined });
      expect(unknown).toEqual(wrong);
    });

    test('every log-in is in the audit, failed ones too, without what was typed', async () => {
      await api.logIn({ username: 'admin', address: '192.0.2.7' });
      await api.logIn({ username: 'nessuno', password: 'segretissima', address: '192.0.2.7' });
      const address = '192.0.2.7';
      expect((await listAudit()).slice(-2)).toEqual([
        { username: 'admin', action: 'users.log-in', target: null, address },
        { username: 'nessuno', action: 'users.log-in-failed', target: null, address },
      ]);
      const rows = await api.database.db.selectFrom('audit').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('segretissima');
    });

    test('ten failures make a log-in wait, even with the right password, but not at another address', async () => {
      for (let failure = 0; failure < 10; failure += 1) {
        expect((await api.logIn({ username: 'admin', password: 'sbagliata' })).status).toBe(401);
      }
      const throttled = await api.logIn({ username: 'admin' });
      expect(throttled).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } });
      expect(Number(throttled.retryAfter)).toBeGreaterThan(290);
      expect((await api.logIn({ username: 'admin', address: '192.0.2.9' })).status).toBe(200);
    });

    test('forty simultaneous guesses get at most ten answers', async () => {
      const guesses = Array.from({ length: 40 }, () =>
        api.logIn({ username: 'admin', password: 'sbagliata' }),
      );
      const right = api.logIn({ username: 'admin' });
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      // Two hashes run at once, so the tenth and the eleventh failure may end together.
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
      expect((await right).status).toBe(429);
    });

    test('all log-ins of a whole office at once succeed', async () => {
      const logIns = await Promise.all(Array.from({ length: 50 }, () => api.logIn({ username: 'admin' })));
      expect(new Set(logIns.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  describe('a user who is not an admin', () => {
    test.each([
      ['GET', '/api/admin/users', undefined],
      ['POST', '/api/admin/users', { username: 'x', password: NEW_PASSWORD }],
      ['DELETE', '/api/admin/users/1', undefined],
      ['PUT', '/api/admin/users/1/password', { password: NEW_PASSWORD }],
      ['GET', '/api/admin/users/1/settings', undefined],
      ['PUT', '/api/admin/users/1/settings', { a: 'b' }],
      ['GET', '/api/admin/audit', undefined],
    ] as const)(
      '%s %s is answered with a 403 for a user and with a 401 without a token',
      async (method, path, body) => {
        await api.addUser('anna');
        const anna = await api.as('anna');
        expect(await anna(method, path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
        expect(await api.callerOf()(method, path, body)).toMatchObject(LOGGED_OUT);
        expect(await api.callerOf('forged')(method, path, body)).toMatchObject(LOGGED_OUT);
      },
    );

    test('a user without the right is refused before the input is checked', async () => {
      await api.addUser('anna');
      const reply = await (await api.as('anna'))('POST', '/api/admin/users', { nonsense: 1 });
      expect(reply.status).toBe(403);
    });
  });

  describe('an admin', () => {
    test('an admin creates a user, who can log in and is not an admin by default', async () => {
      const admin = await api.as('admin');
      const created = await admin('POST', '/api/admin/users', { username: ' anna ', password: NEW_PASSWORD });
      expect(created).toMatchObject({ status: 201, body: { username: 'anna', role: 'user' } });
      expect((await api.logIn({ username: 'anna', password: NEW_PASSWORD })).status).toBe(200);
      const { body } = await admin('GET', '/api/admin/users');
      expect(body).toMatchObject({ users: [{ username: 'admin' }, { username: 'anna', devices: [] }] });
    });

    test('an admin cannot give a username that exists in any case', async () => {
      const admin = await api.as('admin');
      const taken = await admin('POST', '/api/admin/users', { username: 'ADMIN', password: NEW_PASSWORD });
      expect(taken).toMatchObject({
        status: 409,
        body: { error: 'Esiste già un utente con questo username', code: 'username-taken' },
      });
    });

    test.each([
      ['corta', 'La password deve avere almeno 8 caratteri'],
      ['x'.repeat(129), 'La password può avere al massimo 128 caratteri'],
      ['Password1', 'La password è troppo comune: scegline un’altra'],
    ])('an admin cannot give the password %s', async (password, sentence) => {
      const admin = await api.as('admin');
      const annaId = await api.addUser('anna');
      const refused = { status: 400, body: { error: sentence } };
      expect(await admin('POST', '/api/admin/users', { username: 'bruno', password })).toMatchObject(refused);
      expect(await admin('PUT', `/api/admin/users/${annaId}/password`, { password })).toMatchObject(refused);
    });

    test('an admin cannot give a password made of the username', async () => {
      const admin = await api.as('admin');
      const annaId = await api.addUser('anna');
      const refused = { status: 400, body: { code: 'common-password' } };
      const bruno = { username: 'bruno', password: 'Bruno2026!' };
      expect(await admin('POST', '/api/admin/users', bruno)).toMatchObject(refused);
      const reset = { password: 'ANNA-1990' };
      expect(await admin('PUT', `/api/admin/users/${annaId}/password`, reset)).toMatchObject(refused);
    });

    test('an admin resets a password, which ends the sessions of the user at once', async () => {
      const annaId = await api.addUser('anna');
      const [admin, anna] = [await api.as('admin'), await api.as('anna')];
      const reset = await admin('PUT', `/api/admin/users/${annaId}/password`, { password: NEW_PASSWORD });
      expect(reset).toMatchObject({ status: 200, body: { id: annaId, username: 'anna', role: 'user' } });
      expect(await anna('GET', '/api/user/me')).toMatchObject(LOGGED_OUT);
      expect(api.events).toEqual([{ kind: 'sessions-ended', userId: annaId }]);
      expect((await api.logIn({ username: 'anna' })).status).toBe(401);
      expect((await api.logIn({ username: 'anna', password: NEW_PASSWORD })).status).toBe(200);
    });

    test('an admin deletes a user, whose sessions end at once', async () => {
      const annaId = await api.addUser('anna');
      const [admin, anna] = [await api.as('admin'), await api.as('anna')];
      expect(await admin('DELETE', `/api/admin/users/${annaId}`)).toMatchObject({ status: 204 });
      expect(await anna('GET', '/api/user/me')).toMatchObject(LOGGED_OUT);
      expect(api.events).toEqual([{ kind: 'deleted', userId: annaId }]);
      expect(await admin('DELETE', `/api/admin/users/${annaId}`)).toMatchObject(NOT_FOUND);
      expect(api.events).toHaveLength(1);
    });

    test('an admin cannot delete their own account', async () => {
      const admin = await api.as('admin');
      expect(await admin('DELETE', `/api/admin/users/${adminId}`)).toMatchObject({
        status: 409,
        body: { code: 'cannot-delete-oneself' },
      });
    });

    test('one of two admins who delete each other at once stays', async () => {
      const otherId = await api.addUser('altra', 'admin');
      const [admin, other] = [await api.as('admin'), await api.as('altra')];
      await Promise.all([
        admin('DELETE', `/api/admin/users/${otherId}`),
        other('DELETE', `/api/admin/users/${adminId}`),
      ]);
      const left = await api.database.db.selectFrom('users').select('role').execute();
      expect(left).toEqual([{ role: 'admin' }]);
    });

    test('a demoted admin is refused at once, also with the earlier token', async () => {
      const otherId = await api.addUser('altra', 'admin');
      const other = await api.as('altra');
      await api.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', otherId).execute();
      expect((await other('GET', '/api/admin/users')).status).toBe(403);
      expect(await other('GET', '/api/user/me')).toMatchObject({ status: 200, body: { role: 'user' } });
    });

    test('an admin gets the same answer for every user that does not exist', async () => {
      const admin = await api.as('admin');
      for (const [method, path, body] of [
        ['DELETE', '/api/admin/users/999', undefined],
        ['DELETE', '/api/admin/users/9007199254740991', undefined],
        ['PUT', '/api/admin/users/999/password', { password: NEW_PASSWORD }],
      ] as const) {
        expect(await admin(method, path, body)).toMatchObject(NOT_FOUND);
      }
    });

    test('each act of an admin is in the audit with author and target and without secrets', async () => {
      const admin = await api.as('admin');
      const { body } = await admin('POST', '/api/admin/users', { username: 'anna', password: NEW_PASSWORD });
      const { id } = body as { id: number };
      await admin('PUT', `/api/admin/users/${id}/password`, { password: 'terza-parola-lunga' });
      await admin('DELETE', `/api/admin/users/${id}`);
      const by = { username: 'admin', target: `user:${id}`, address: '127.0.0.1' };
      expect((await listAudit()).slice(-3)).toEqual([
        { ...by, action: 'users.create' },
        { ...by, action: 'users.reset-password' },
        { ...by, action: 'users.delete' },
      ]);
      const rows = await api.database.db.selectFrom('audit').selectAll().execute();
      expect(JSON.stringify(rows)).not.toMatch(/parola|argon2/);
    });
  });

  describe('a user who changes their password', () => {
    const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });

    test('a changed password gives a new token and ends every other session', async () => {
      const annaId = await api.addUser('anna');
      const [here, elsewhere] = [await api.as('anna'), await api.as('anna')];
      const changed = await here('POST', '/api/user/change-password', change(PASSWORD, NEW_PASSWORD));
      expect(changed.status).toBe(200);
      const { accessToken } = changed.body as { accessToken: string };
      expect(await api.callerOf(accessToken)('GET', '/api/user/me')).toMatchObject({ status: 200 });
      expect(await elsewhere('GET', '/api/user/me')).toMatchObject(LOGGED_OUT);
      expect(await here('GET', '/api/user/me')).toMatchObject(LOGGED_OUT);
      expect(api.events).toEqual([{ kind: 'sessions-ended', userId: annaId }]);
      expect((await listAudit()).at(-1)).toMatchObject({
        username: 'anna',
        action: 'users.change-password',
        target: `user:${annaId}`,
      });
    });

    test('a wrong current password is answered with a 400 and the session stays', async () => {
      await api.addUser('anna');
      const anna = await api.as('anna');
      expect(
        await anna('POST', '/api/user/change-password', change('sbagliata', NEW_PASSWORD)),
      ).toMatchObject({
        status: 400,
        body: { error: 'La password attuale non è corretta', code: 'wrong-password' },
      });
      expect((await anna('GET', '/api/user/me')).status).toBe(200);
      expect(api.events).toEqual([]);
    });

    test.each(['password1', 'Anna2026!'])('the common new password %s is refused', async (password) => {
      await api.addUser('anna');
      const anna = await api.as('anna');
      expect(await anna('POST', '/api/user/change-password', change(PASSWORD, password))).toMatchObject({
        status: 400,
        body: { code: 'common-password' },
      });
    });

    test('the guesses of the current password are limited', async () => {
      await api.addUser('anna');
      const anna = await api.as('anna');
      const guess = () => anna('POST', '/api/user/change-password', change('sbagliata', NEW_PASSWORD));
      for (let failure = 0; failure < 10; failure += 1) expect((await guess()).status).toBe(400);
      expect((await guess()).status).toBe(429);
    });
  });
});
