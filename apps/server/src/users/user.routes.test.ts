import type { Client } from '@semaforo/client';
import { KIOSKS_AT_MOST } from '@semaforo/contract/api/kiosks';
import { formatDuration } from '@semaforo/contract/domain/italian';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, PASSWORD, startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';
import { OPEN_AT_MOST } from './open-session.ts';

const NEW_PASSWORD = 'un-altra-parola-lunga';
const NOT_FOUND = { status: 404, error: { code: 'not-found', message: 'Non trovato' } };
const LOGGED_OUT = { status: 401, error: { code: 'unauthenticated' } };
const PASSWORD_CHANGED = { status: 401, error: { code: 'password-changed' } };

describe.each(testEngines())('the API of users on %s', (engine) => {
  let api: ApiServer;
  let adminId: number;

  beforeEach(async () => {
    api = await startApi(engine);
    adminId = await api.addUser('admin', 'admin');
  });
  afterEach(() => api.stop());

  const failToLogIn = (login: { username: string; address?: string; cookie?: string }) =>
    Promise.all(Array.from({ length: 12 }, () => api.tryLogIn({ ...login, password: 'sbagliata' })));
  const listAudit = async () => {
    // What was refused comes a moment later, and is tested where it is written.
    const rows = api.database.db.selectFrom('audit').where('code', 'is', null).orderBy('id');
    return rows.select(['username', 'action', 'target', 'address']).execute();
  };

  describe('a log-in', () => {
    test('a log-in answers with a token of the user', async () => {
      const admin = await api.logIn('admin');
      expect(await admin('getMe')).toEqual({ id: adminId, username: 'admin', role: 'admin' });
    });

    test('a log-in ignores the case of the username, not that of the password', async () => {
      expect((await api.tryLogIn({ username: ' ADMIN ' })).status).toBe(200);
      expect((await api.tryLogIn({ username: 'admin', password: PASSWORD.toUpperCase() })).status).toBe(401);
    });

    test('a log-in with a wrong password is answered exactly like one of an unknown user', async () => {
      const wrong = await api.tryLogIn({ username: 'admin', password: 'sbagliata' });
      const unknown = await api.tryLogIn({ username: 'nessuno', password: 'sbagliata' });
      expect(wrong).toMatchObject({
        status: 401,
        error: { code: 'invalid-credentials', message: 'Credenziali non valide' },
      });
      expect({ ...unknown, headers: undefined }).toEqual({ ...wrong, headers: undefined });
      expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    });

    test('every log-in is in the audit, failed ones too, without what was typed', async () => {
      await api.tryLogIn({ username: 'admin', address: '192.0.2.7' });
      await api.tryLogIn({ username: 'nessuno', password: 'segretissima', address: '192.0.2.7' });
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
        expect((await api.tryLogIn({ username: 'admin', password: 'sbagliata' })).status).toBe(401);
      }
      const throttled = await api.tryLogIn({ username: 'admin' });
      expect(throttled).toMatchObject({ status: 429, error: { code: 'too-many-attempts' } });
      const waitS = Number(throttled.headers.get('retry-after'));
      expect(waitS).toBeGreaterThan(200);
      const message = `Troppi tentativi di accesso: riprova fra ${formatDuration(waitS * 1000)}`;
      expect(throttled).toMatchObject({ error: { message } });
      expect((await api.tryLogIn({ username: 'admin', address: '192.0.2.9' })).status).toBe(200);
    });

    test('guesses from many addresses are slowed down, and those from one /64 count as one', async () => {
      await api.addUser('anna');
      const guessFrom = (address: string, username: string) =>
        api.tryLogIn({ username, password: 'sbagliata', address });
      const places = Array.from({ length: 60 }, (_, place) => place);
      const answered = async (guesses: ReturnType<typeof guessFrom>[]) =>
        (await Promise.all(guesses)).filter(({ status }) => status === 401).length;
      // Two hashes run at once, so one guess more may be under way when the limit is reached.
      expect(await answered(places.map((place) => guessFrom(`198.51.100.${place}`, 'admin')))).toBeLessThan(
        25,
      );
      expect(await answered(places.map((host) => guessFrom(`2001:db8::${host}`, 'anna')))).toBeLessThan(12);
    });

    test('the right password from a browser known to the account is never kept out by strangers', async () => {
      const address = '192.0.2.20';
      await api.addUser('anna');
      const first = await api.tryLogIn({ username: 'admin', address });
      const cookie = String(first.headers.get('set-cookie'));
      expect(cookie).toMatch(/^semaforo-browser-\d+=\S+; Path=\/api\/login; .*HttpOnly; SameSite=Strict$/);
      const sent = { address, cookie: cookie.split(';', 1)[0] ?? '' };
      await failToLogIn({ username: 'admin', address });
      expect((await api.tryLogIn({ username: 'admin', address })).status).toBe(429);
      expect((await api.tryLogIn({ username: 'admin', ...sent })).status).toBe(200);
      // The cookie of one account is worth nothing for another one, and nothing when it was altered.
      await failToLogIn({ username: 'anna', ...sent });
      expect((await api.tryLogIn({ username: 'anna', ...sent })).status).toBe(429);
      expect((await api.tryLogIn({ username: 'admin', ...sent, cookie: `${sent.cookie}x` })).status).toBe(
        429,
      );
      for (let failure = 0; failure < 10; failure += 1) {
        expect((await api.tryLogIn({ username: 'admin', password: 'sbagliata', ...sent })).status).toBe(401);
      }
      expect((await api.tryLogIn({ username: 'admin', ...sent })).status).toBe(429);
    });

    test('a known browser becomes a stranger when the password changes, save the one that changed it', async () => {
      const before = await api.tryLogIn({ username: 'admin' });
      const admin = await api.logIn('admin');
      const changed = await admin.attempt('changePassword', {
        body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      });
      await failToLogIn({ username: 'admin' });
      const statusWith = async ({ headers }: { headers: Headers }) => {
        const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
        return (await api.tryLogIn({ username: 'admin', password: NEW_PASSWORD, cookie })).status;
      };
      expect(await statusWith(before)).toBe(429);
      expect(await statusWith(changed)).toBe(200);
    });

    test('forty simultaneous guesses get at most ten answers', async () => {
      const guesses = Array.from({ length: 40 }, () =>
        api.tryLogIn({ username: 'admin', password: 'sbagliata' }),
      );
      const right = api.tryLogIn({ username: 'admin' });
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      // Two hashes run at once, so the tenth and the eleventh failure may end together.
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
      expect((await right).status).toBe(429);
    });

    test('all log-ins of a whole office at once succeed', async () => {
      const logIns = await Promise.all(Array.from({ length: 50 }, () => api.tryLogIn({ username: 'admin' })));
      expect(new Set(logIns.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  describe('a wall', () => {
    const KIOSK_ENDED = { status: 401, error: { code: 'wall-ended' } };
    const make = async (maker: Client, body: { name: string; userId?: number }) => {
      const { wall, accessToken } = await maker('createWall', { body });
      return { wall, screen: api.clientOf(accessToken) };
    };

    test('a wall sees as its user and can do nothing else, its own log-out included', async () => {
      const annaId = await api.addUser('anna');
      const { wall, screen } = await make(await api.logIn('admin'), { name: ' Corridoio ', userId: annaId });
      const is = { id: annaId, username: 'anna', role: 'user', wall: 'Corridoio' };
      expect(await screen('getMe')).toEqual(is);
      const message = 'Questo è uno schermo di sala: mostra le lampade e non può fare altro';
      const refused = { status: 403, error: { code: 'wall-only-watches', message } };
      expect(await screen.attempt('saveMySettings', { body: {} })).toMatchObject(refused);
      expect(await screen.attempt('createWall', { body: { name: 'Altro' } })).toMatchObject(refused);
      expect(await screen.attempt('listSessions')).toMatchObject(refused);
      expect(await screen.attempt('logOut')).toMatchObject(refused);
      const [row] = (await listAudit()).slice(-1);
      expect(row).toMatchObject({ username: 'admin', action: 'walls.create', target: `wall:${wall.id}` });
    });

    test('it is listed by name to its user and to admins, apart from sessions, and never opened at first', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      const { wall, screen } = await make(anna, { name: 'Corridoio' });
      expect(wall).toMatchObject({ name: 'Corridoio', username: 'anna', last_seen: null });
      const admin = await api.logIn('admin');
      await make(admin, { name: 'Atrio' });
      await screen('getMe');
      await until('its use is stored', async () => (await anna('listWalls')).walls[0]?.last_seen !== null);
      expect((await admin('listWalls')).walls.map(({ name }) => name)).toEqual(['Atrio', 'Corridoio']);
      expect((await anna('listWalls')).walls.map(({ name }) => name)).toEqual(['Corridoio']);
      expect((await anna('listSessions')).sessions).toHaveLength(1);
      await anna('endOtherSessions');
      expect(await anna.attempt('endSession', { params: { id: wall.id } })).toMatchObject(NOT_FOUND);
      expect(await screen.attempt('getMe')).toMatchObject({ status: 200 });
    });

    test('it ends when it is revoked, by its user or an admin, and with the password of its user', async () => {
      await api.addUser('anna');
      await api.addUser('bruno');
      const anna = await api.logIn('anna');
      const bruno = await api.logIn('bruno');
      const [one, two] = [await make(anna, { name: 'Uno' }), await make(anna, { name: 'Due' })];
      const params = { id: one.wall.id };
      expect(await bruno.attempt('revokeWall', { params })).toMatchObject(NOT_FOUND);
      await anna('revokeWall', { params });
      expect(api.events).toContainEqual({
        kind: 'session-ended',
        userId: one.wall.userId,
        sessionId: params.id,
      });
      expect(await one.screen.attempt('getMe')).toMatchObject(KIOSK_ENDED);
      expect(await anna.attempt('revokeWall', { params })).toMatchObject(NOT_FOUND);
      const [row] = (await listAudit()).slice(-1);
      expect(row).toMatchObject({ username: 'anna', action: 'walls.revoke', target: `wall:${params.id}` });
      await anna('changePassword', { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
      expect(await two.screen.attempt('getMe')).toMatchObject(KIOSK_ENDED);
    });

    test('only an admin makes one for another user, and nobody more than twenty of one', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      const ofAdmin = { body: { name: 'Atrio', userId: adminId } };
      expect(await anna.attempt('createWall', ofAdmin)).toMatchObject(NOT_FOUND);
      for (let number = 1; number <= KIOSKS_AT_MOST; number += 1)
        await make(anna, { name: `Schermo ${number}` });
      const oneMore = await anna.attempt('createWall', { body: { name: 'Ancora' } });
      expect(oneMore).toMatchObject({ status: 409, error: { code: 'too-many-walls' } });
    });

    test('it lasts as long as it is used, and ends when nobody used it for ninety days', async () => {
      const DAY_MS = 24 * 60 * 60 * 1000;
      let now = Date.now();
      const timed = await startApi(engine, { clock: { now: () => now } });
      await timed.addUser('anna');
      const { accessToken } = await (await timed.logIn('anna'))('createWall', {
        body: { name: 'Corridoio' },
      });
      const screen = timed.clientOf(accessToken);
      for (let month = 0; month < 6; month += 1) {
        now += 60 * DAY_MS;
        expect(await screen.attempt('getMe')).toMatchObject({ status: 200 });
        const used = () =>
          timed.database.db.selectFrom('sessions').select('last_seen').where('last_seen', '=', now);
        await until('the use is stored', async () => (await used().executeTakeFirst()) !== undefined);
      }
      now += 90 * DAY_MS;
      expect(await screen.attempt('getMe')).toMatchObject(KIOSK_ENDED);
      // Another log-in of the user forgets what has expired; the wall is told the same.
      await timed.logIn('anna');
      expect(await screen.attempt('getMe')).toMatchObject(KIOSK_ENDED);
      await timed.stop();
    });
  });

  describe('a user who is not an admin', () => {
    const params = { id: 1 };
    test.each<[name: string, call: (client: Client) => Promise<{ status: number }>]>([
      ['listUsers', (client) => client.attempt('listUsers')],
      [
        'createUser',
        (client) => client.attempt('createUser', { body: { username: 'x', password: NEW_PASSWORD } }),
      ],
      ['deleteUser', (client) => client.attempt('deleteUser', { params })],
      [
        'resetPassword',
        (client) => client.attempt('resetPassword', { params, body: { password: NEW_PASSWORD } }),
      ],
      ['listUserSettings', (client) => client.attempt('listUserSettings', { params })],
      ['saveUserSetting', (client) => client.attempt('saveUserSetting', { params, body: { a: 'b' } })],
      ['listAudit', (client) => client.attempt('listAudit')],
    ])('%s is answered with a 403 for a user and with a 401 without a token', async (_, call) => {
      await api.addUser('anna');
      expect(await call(await api.logIn('anna'))).toMatchObject({
        status: 403,
        error: { code: 'forbidden' },
      });
      expect(await call(api.clientOf())).toMatchObject(LOGGED_OUT);
      expect(await call(api.clientOf('forged'))).toMatchObject(LOGGED_OUT);
    });

    test('a user without the right is refused before the input is checked', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      const reply = await anna.request('POST', '/api/admin/users', { body: { nonsense: 1 } });
      expect(reply.status).toBe(403);
    });
  });

  describe('the sessions of a user', () => {
    const sessionsOf = async (client: Client) => (await client('listSessions')).sessions;

    test('after a log-out the token is refused at once, also a copied one, and others go on', async () => {
      const [here, elsewhere] = [await api.logIn('admin'), await api.logIn('admin')];
      const copy = api.clientOf(here.token);
      const [current] = await sessionsOf(here);
      await here('logOut');
      expect(await copy.attempt('getMe')).toMatchObject({ status: 401, error: { code: 'session-closed' } });
      expect(await elsewhere.attempt('getMe')).toMatchObject({ ok: true });
      expect(api.events).toEqual([{ kind: 'session-ended', userId: adminId, sessionId: current?.id }]);
      expect((await listAudit()).at(-1)).toMatchObject({
        username: 'admin',
        action: 'users.log-out',
        target: `session:${current?.id}`,
      });
    });

    test('a user sees where each session is from and ends any of them, which ends its token', async () => {
      const [here, elsewhere] = [await api.logIn('admin'), await api.logIn('admin')];
      const [current, other, ...rest] = await sessionsOf(here);
      expect(rest).toEqual([]);
      expect(current).toMatchObject({
        current: true,
        address: '127.0.0.1',
        browser: 'Programma',
        known: false,
      });
      expect(other).toMatchObject({ current: false });
      const params = { id: other?.id ?? 0 };
      await here('endSession', { params });
      expect(await elsewhere.attempt('getMe')).toMatchObject({
        status: 401,
        error: { code: 'session-closed', message: 'Sessione chiusa: accedi di nuovo' },
      });
      expect(await here.attempt('endSession', { params })).toMatchObject(NOT_FOUND);
      expect(await sessionsOf(here)).toHaveLength(1);
    });

    test('of too many sessions of a user the one that was used longest ago ends', async () => {
      const first = await api.logIn('admin');
      const { db } = api.database;
      const { id, ...opened } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
      const others = Array.from({ length: OPEN_AT_MOST - 1 }, () => ({
        ...opened,
        last_seen: opened.last_seen + 1,
      }));
      await db.insertInto('sessions').values(others).execute();
      expect(await first.attempt('getMe')).toMatchObject({ ok: true });
      const last = await api.logIn('admin');
      expect(await first.attempt('getMe')).toMatchObject({
        status: 401,
        error: { code: 'session-outnumbered' },
      });
      expect(api.events).toEqual([{ kind: 'session-ended', userId: adminId, sessionId: id }]);
      expect(await sessionsOf(last)).toHaveLength(OPEN_AT_MOST);
      expect((await listAudit()).at(-1)).toMatchObject({ action: 'users.log-in' });
    });

    test('a user can neither see nor end the session of another one', async () => {
      await api.addUser('anna');
      const [admin, anna] = [await api.logIn('admin'), await api.logIn('anna')];
      const [mine] = await sessionsOf(admin);
      expect(await sessionsOf(anna)).toMatchObject([{ current: true }]);
      const params = { id: mine?.id ?? 0 };
      expect(await anna.attempt('endSession', { params })).toMatchObject(NOT_FOUND);
      expect(await admin.attempt('getMe')).toMatchObject({ ok: true });
    });

    test('all other sessions end together, those of other users go on', async () => {
      await api.addUser('anna');
      const [here, anna] = [await api.logIn('admin'), await api.logIn('anna')];
      const others = [await api.logIn('admin'), await api.logIn('admin')];
      await here('endOtherSessions');
      for (const other of others) expect(await other.attempt('getMe')).toMatchObject({ status: 401 });
      expect(await sessionsOf(here)).toMatchObject([{ current: true }]);
      expect(await anna.attempt('getMe')).toMatchObject({ ok: true });
      expect(api.events.map(({ kind }) => kind)).toEqual(['session-ended', 'session-ended']);
    });

    test('the last use of a session is stored once a minute at most', async () => {
      const [here, elsewhere] = [await api.logIn('admin'), await api.logIn('admin')];
      const seen = async () => Date.parse((await sessionsOf(here))[1]?.last_seen ?? '');
      const { id = 0 } = (await sessionsOf(here))[1] ?? {};
      const setLastSeen = (last_seen: number) =>
        api.database.db.updateTable('sessions').set({ last_seen }).where('id', '=', id).execute();
      const recent = Date.now() - 30_000;
      await setLastSeen(recent);
      await elsewhere('getMe');
      expect(await seen()).toBe(recent);
      const old = Date.now() - 90_000;
      await setLastSeen(old);
      await elsewhere('getMe');
      await until('the use is stored', async () => (await seen()) > old);
    });

    test('a session that has expired is not listed, and forgotten at the next log-in', async () => {
      await api.logIn('admin');
      const { db } = api.database;
      await db
        .updateTable('sessions')
        .set({ expires_at: Date.now() - 1 })
        .execute();
      expect(await sessionsOf(await api.logIn('admin'))).toHaveLength(1);
      expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    });
  });

  describe('an admin', () => {
    test('an admin creates a user, who can log in and is not an admin by default', async () => {
      const admin = await api.logIn('admin');
      const body = { username: ' anna ', password: NEW_PASSWORD };
      expect(await admin('createUser', { body })).toMatchObject({ username: 'anna', role: 'user' });
      expect((await api.tryLogIn({ username: 'anna', password: NEW_PASSWORD })).status).toBe(200);
      const { users } = await admin('listUsers');
      expect(users).toMatchObject([{ username: 'admin' }, { username: 'anna', devices: [] }]);
    });

    test('an admin cannot give a username that exists in any case', async () => {
      const admin = await api.logIn('admin');
      const body = { username: 'ADMIN', password: NEW_PASSWORD };
      expect(await admin.attempt('createUser', { body })).toMatchObject({
        status: 409,
        error: { code: 'username-taken', message: 'Esiste già un utente con questo username' },
      });
    });

    test.each([
      ['ADMİN', 409, 'Esiste già un utente con questo username'],
      ['ＡＤＭＩＮ', 409, 'Esiste già un utente con questo username'],
      ['admin\u200b', 400, 'Lo username contiene caratteri invisibili: riscrivilo senza copiarlo'],
      ['\u0430dmin', 400, expect.stringContaining('usa le lettere di un solo alfabeto')],
    ])('an admin cannot give the username %s', async (username, status, message: unknown) => {
      const admin = await api.logIn('admin');
      const body = { username, password: NEW_PASSWORD };
      expect(await admin.attempt('createUser', { body })).toMatchObject({ status, error: { message } });
    });

    test('a name is stored composed, and found as it was folded by an earlier version', async () => {
      const admin = await api.logIn('admin');
      const { id } = await admin('createUser', { body: { username: 'Forli\u0300', password: NEW_PASSWORD } });
      expect((await admin('listUsers')).users.map(({ username }) => username)).toContain('Forl\u00ec');
      const old = { username: 'ADMİN\u200b', folded_username: 'admi\u0307n\u200b' };
      await api.database.db.updateTable('users').set(old).where('id', '=', id).execute();
      const found = await api.tryLogIn({ username: old.username, password: NEW_PASSWORD });
      expect(found.status).toBe(200);
    });

    test.each([
      ['corta', 'La password deve avere almeno 8 caratteri'],
      ['x'.repeat(129), 'La password può avere al massimo 128 caratteri'],
      ['Password1', 'La password è troppo comune: scegline un’altra'],
    ])('an admin cannot give the password %s', async (password, sentence) => {
      const admin = await api.logIn('admin');
      const annaId = await api.addUser('anna');
      const refused = { status: 400, error: { message: sentence } };
      expect(await admin.attempt('createUser', { body: { username: 'bruno', password } })).toMatchObject(
        refused,
      );
      expect(
        await admin.attempt('resetPassword', { params: { id: annaId }, body: { password } }),
      ).toMatchObject(refused);
    });

    test('an admin cannot give a password made of the username', async () => {
      const admin = await api.logIn('admin');
      const annaId = await api.addUser('anna');
      const refused = { status: 400, error: { code: 'common-password' } };
      const bruno = { username: 'bruno', password: 'Bruno2026!' };
      expect(await admin.attempt('createUser', { body: bruno })).toMatchObject(refused);
      const reset = { params: { id: annaId }, body: { password: 'ANNA-1990' } };
      expect(await admin.attempt('resetPassword', reset)).toMatchObject(refused);
    });

    test('an admin resets a password, which ends the sessions of the user at once', async () => {
      const annaId = await api.addUser('anna');
      const [admin, anna] = [await api.logIn('admin'), await api.logIn('anna')];
      const reset = { params: { id: annaId }, body: { password: NEW_PASSWORD } };
      expect(await admin('resetPassword', reset)).toEqual({ id: annaId, username: 'anna', role: 'user' });
      expect(await anna.attempt('getMe')).toMatchObject(PASSWORD_CHANGED);
      expect(api.events).toEqual([{ kind: 'sessions-ended', userId: annaId }]);
      expect((await api.tryLogIn({ username: 'anna' })).status).toBe(401);
      expect((await api.tryLogIn({ username: 'anna', password: NEW_PASSWORD })).status).toBe(200);
    });

    test('an admin deletes a user, whose sessions end at once', async () => {
      const annaId = await api.addUser('anna');
      const [admin, anna] = [await api.logIn('admin'), await api.logIn('anna')];
      await admin('deleteUser', { params: { id: annaId } });
      expect(await anna.attempt('getMe')).toMatchObject({
        status: 401,
        error: { code: 'session-closed-by-admin' },
      });
      expect(api.events).toEqual([{ kind: 'deleted', userId: annaId }]);
      expect(await admin.attempt('deleteUser', { params: { id: annaId } })).toMatchObject(NOT_FOUND);
      expect(api.events).toHaveLength(1);
    });

    test('an admin cannot delete their own account', async () => {
      const admin = await api.logIn('admin');
      expect(await admin.attempt('deleteUser', { params: { id: adminId } })).toMatchObject({
        status: 409,
        error: { code: 'cannot-delete-oneself' },
      });
    });

    test('one of two admins who delete each other at once stays', async () => {
      const otherId = await api.addUser('altra', 'admin');
      const [admin, other] = [await api.logIn('admin'), await api.logIn('altra')];
      await Promise.all([
        admin.attempt('deleteUser', { params: { id: otherId } }),
        other.attempt('deleteUser', { params: { id: adminId } }),
      ]);
      const left = await api.database.db.selectFrom('users').select('role').execute();
      expect(left).toEqual([{ role: 'admin' }]);
    });

    test('a demoted admin is refused at once, also with the earlier token', async () => {
      const otherId = await api.addUser('altra', 'admin');
      const other = await api.logIn('altra');
      await api.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', otherId).execute();
      expect(await other.attempt('listUsers')).toMatchObject({ status: 403 });
      expect(await other('getMe')).toMatchObject({ role: 'user' });
    });

    test('an admin gets the same answer for every user that does not exist', async () => {
      const admin = await api.logIn('admin');
      const outcomes = await Promise.all([
        admin.attempt('deleteUser', { params: { id: 999 } }),
        admin.attempt('deleteUser', { params: { id: Number.MAX_SAFE_INTEGER } }),
        admin.attempt('resetPassword', { params: { id: 999 }, body: { password: NEW_PASSWORD } }),
      ]);
      for (const outcome of outcomes) expect(outcome).toMatchObject(NOT_FOUND);
    });

    test('each act of an admin is in the audit with author and target and without secrets', async () => {
      const admin = await api.logIn('admin');
      const { id } = await admin('createUser', { body: { username: 'anna', password: NEW_PASSWORD } });
      await admin('resetPassword', { params: { id }, body: { password: 'terza-parola-lunga' } });
      await admin('deleteUser', { params: { id } });
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
    const change = (client: Client, currentPassword: string, newPassword: string) =>
      client.attempt('changePassword', { body: { currentPassword, newPassword } });

    test('a changed password gives a new token and ends every other session', async () => {
      const annaId = await api.addUser('anna');
      const [here, elsewhere] = [await api.logIn('anna'), await api.logIn('anna')];
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      const { accessToken } = await here('changePassword', { body });
      expect(await api.clientOf(accessToken).attempt('getMe')).toMatchObject({ ok: true });
      expect(await elsewhere.attempt('getMe')).toMatchObject(PASSWORD_CHANGED);
      expect(await here.attempt('getMe')).toMatchObject(PASSWORD_CHANGED);
      expect(await api.clientOf(accessToken)('listSessions')).toMatchObject({
        sessions: [{ current: true }],
      });
      expect(api.events).toEqual([{ kind: 'sessions-ended', userId: annaId }]);
      expect((await listAudit()).at(-1)).toMatchObject({
        username: 'anna',
        action: 'users.change-password',
        target: `user:${annaId}`,
      });
    });

    test('a wrong current password is answered with a 400 and the session stays', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      expect(await change(anna, 'sbagliata', NEW_PASSWORD)).toMatchObject({
        status: 400,
        error: { code: 'wrong-password', message: 'La password attuale non è corretta' },
      });
      expect(await anna.attempt('getMe')).toMatchObject({ ok: true });
      expect(api.events).toEqual([]);
    });

    test('the same password again is refused, and the session stays', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      const sentence = 'La nuova password è uguale a quella attuale: scegline un’altra';
      expect(await change(anna, PASSWORD, PASSWORD)).toMatchObject({
        status: 400,
        error: { code: 'same-password', message: sentence },
      });
      expect(await anna.attempt('getMe')).toMatchObject({ ok: true });
    });

    test.each(['password1', 'Anna2026!'])('the common new password %s is refused', async (password) => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      expect(await change(anna, PASSWORD, password)).toMatchObject({
        status: 400,
        error: { code: 'common-password' },
      });
    });

    test('the password can be changed in an open session while strangers guess it', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      await failToLogIn({ username: 'anna' });
      expect((await api.tryLogIn({ username: 'anna' })).status).toBe(429);
      expect((await change(anna, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    });

    test('the guesses of the current password are limited', async () => {
      await api.addUser('anna');
      const anna = await api.logIn('anna');
      const guess = () => change(anna, 'sbagliata', NEW_PASSWORD);
      for (let failure = 0; failure < 10; failure += 1) expect((await guess()).status).toBe(400);
      expect((await guess()).status).toBe(429);
    });
  });
});
