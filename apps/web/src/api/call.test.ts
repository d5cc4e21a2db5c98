import { ApiError, NetworkError } from '@semaforo/client/failures';
import { user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { fakeServer, type Refusal } from '../test/fake-server.ts';
import { callRoute } from './call.ts';
import { readAccessToken, storeAccessToken } from './session.ts';

const ME = user();

test('a call carries the token, its path, query and body', async () => {
  storeAccessToken('t1');
  const server = fakeServer({
    sendCommand: [200, { results: [], commandId: 3 }],
    deleteDevice: [204, null],
  });
  await callRoute('sendCommand', {
    query: { type: 'semaforo' },
    body: { command: 'rosso' },
  });
  await callRoute('deleteDevice', { params: { id: 5 } });
  const [command, deletion] = server.calls;
  expect(command?.url.search).toBe('?type=semaforo');
  expect(command?.body).toEqual({ command: 'rosso' });
  expect(command?.headers.get('Authorization')).toBe('Bearer t1');
  expect(command?.headers.get('Content-Type')).toBe('application/json');
  expect(deletion?.url.pathname).toBe('/api/admin/devices/5');
});

test('each call that acts carries a key of its own, so that the server acts once; a reading carries none', async () => {
  const server = fakeServer({
    toggleLantern: [200, { device: 'Darsena', state: 'acceso', error: null }],
    getMe: [200, ME],
  });
  await callRoute('toggleLantern', { params: { id: 5 } });
  await callRoute('toggleLantern', { params: { id: 5 } });
  await callRoute('getMe');
  const [first, second, reading] = server.calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(reading).toBeNull();
});

test('a refusal is an ApiError with the server’s sentence, code and status', async () => {
  fakeServer({ getMe: [409, { error: 'Già fatto', code: 'already-done' }] });
  const refusal = callRoute('getMe');
  await expect(refusal).rejects.toThrow(ApiError);
  await expect(refusal).rejects.toMatchObject({ status: 409, code: 'already-done', message: 'Già fatto' });
});

test('an unreachable server is a NetworkError', async () => {
  fakeServer({ getMe: 'unreachable' });
  await expect(callRoute('getMe')).rejects.toThrow(NetworkError);
});

test('an aborted call throws the reason of the abort', async () => {
  fakeServer({ getMe: 'silent' });
  const abort = new AbortController();
  const call = callRoute('getMe', { signal: abort.signal });
  abort.abort(new Error('left the page'));
  await expect(call).rejects.toThrow('left the page');
});

test('a 401 ends the session that was refused, but not a newer one, and not at the log-in', async () => {
  const unauthorized: Refusal = [401, { error: 'Accesso negato', code: 'unauthorized' }];
  fakeServer({ getMe: unauthorized, logIn: unauthorized });

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
