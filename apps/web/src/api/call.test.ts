import { expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { callRoute } from './call.ts';
import { ApiError, NetworkError } from './failures.ts';
import { readAccessToken, storeAccessToken } from './session.ts';

test('a call carries the token, its path, query and body', async () => {
  storeAccessToken('t1');
  const fetchMock = fakeServer({
    '/api/devices/command': [200, { results: [], commandId: 3 }],
    '/api/admin/devices/5': [204, null],
  });
  await callRoute('sendCommand', {
    query: { type: 'semaforo' },
    body: { command: 'rosso' },
  });
  await callRoute('deleteDevice', { params: { id: 5 } });
  const [address, init] = fetchMock.mock.calls[0] ?? [];
  expect(address?.search).toBe('?type=semaforo');
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"command":"rosso"}',
    headers: { Authorization: 'Bearer t1', 'Content-Type': 'application/json' },
  });
  expect(fetchMock.mock.calls[1]?.[0].pathname).toBe('/api/admin/devices/5');
});

test('each acting call carries a key of its own, so that sent twice it acts once; a reading carries none', async () => {
  const fetchMock = fakeServer({
    '/api/devices/5/toggle': [200, { device: 'Darsena', state: 'acceso', error: null }],
    '/api/user/me': [200, { id: 1, username: 'valdombra', role: 'user' }],
  });
  const keySent = () => new Headers(fetchMock.mock.lastCall?.[1].headers).get('Idempotency-Key');
  await callRoute('toggleLantern', { params: { id: 5 } });
  const first = keySent();
  await callRoute('toggleLantern', { params: { id: 5 } });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keySent()).toMatch(/^[0-9a-f]{32}$/);
  expect(keySent()).not.toBe(first);
  await callRoute('getMe');
  expect(keySent()).toBeNull();
});

test('a refusal is an ApiError with the server’s sentence, code and status', async () => {
  fakeServer({ '/api/user/me': [409, { error: 'Già fatto', code: 'already-done' }] });
  const refusal = callRoute('getMe');
  await expect(refusal).rejects.toThrow(ApiError);
  await expect(refusal).rejects.toMatchObject({ status: 409, code: 'already-done', message: 'Già fatto' });
});

test('an unreachable server is a NetworkError', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callRoute('getMe')).rejects.toThrow(NetworkError);
});

test('a 401 ends the session that was refused, but neither a newer one nor at the log-in', async () => {
  const unauthorized: [number, unknown] = [401, { error: 'Accesso negato', code: 'unauthorized' }];
  fakeServer({ '/api/user/me': unauthorized, '/api/login': unauthorized });

  storeAccessToken('old');
  const refused = callRoute('getMe');
  storeAccessToken('new');
  await expect(refused).rejects.toThrow(ApiError);
  expect(readAccessToken()).toBe('new');

  await expect(callRoute('logIn', { body: { username: 'a', password: 'b' } })).rejects.toThrow(
    'Accesso negato',
  );
  expect(readAccessToken()).toBe('new');

  await expect(callRoute('getMe')).rejects.toThrow(ApiError);
  expect(readAccessToken()).toBeNull();
});
