import { routes } from '@semaforo/contract/api/routes';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { callRoute } from './call.ts';
import { ApiError, NetworkError } from './failures.ts';
import { readAccessToken, storeAccessToken } from './session.ts';

test('a call carries the token, its path, query, body and idempotency key', async () => {
  storeAccessToken('t1');
  const fetchMock = fakeServer({
    '/api/devices/command': [200, { results: [], commandId: 3 }],
    '/api/admin/devices/5': [204, null],
  });
  await callRoute(routes.sendCommand, {
    query: { type: 'semaforo' },
    body: { command: 'rosso' },
    idempotencyKey: 'k1',
  });
  await callRoute(routes.deleteDevice, { params: { id: 5 } });
  const [address, init] = fetchMock.mock.calls[0] ?? [];
  expect(address?.search).toBe('?type=semaforo');
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"command":"rosso"}',
    headers: { Authorization: 'Bearer t1', 'Idempotency-Key': 'k1', 'Content-Type': 'application/json' },
  });
  expect(fetchMock.mock.calls[1]?.[0].pathname).toBe('/api/admin/devices/5');
});

test('a refusal is an ApiError with the server’s sentence, code and status', async () => {
  fakeServer({ '/api/user/me': [409, { error: 'Già fatto', code: 'already-done' }] });
  const refusal = callRoute(routes.getMe);
  await expect(refusal).rejects.toThrow(ApiError);
  await expect(refusal).rejects.toMatchObject({ status: 409, code: 'already-done', message: 'Già fatto' });
});

test('an unreachable server is a NetworkError', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callRoute(routes.getMe)).rejects.toThrow(NetworkError);
});

test('a 401 ends the session that was refused, but neither a newer one nor at the log-in', async () => {
  const unauthorized: [number, unknown] = [401, { error: 'Accesso negato', code: 'unauthorized' }];
  fakeServer({ '/api/user/me': unauthorized, '/api/login': unauthorized });

  storeAccessToken('old');
  const refused = callRoute(routes.getMe);
  storeAccessToken('new');
  await expect(refused).rejects.toThrow(ApiError);
  expect(readAccessToken()).toBe('new');

  await expect(callRoute(routes.logIn, { body: { username: 'a', password: 'b' } })).rejects.toThrow(
    'Accesso negato',
  );
  expect(readAccessToken()).toBe('new');

  await expect(callRoute(routes.getMe)).rejects.toThrow(ApiError);
  expect(readAccessToken()).toBeNull();
});
