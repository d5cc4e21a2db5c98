import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHEAP_HASHES } from '../../test/cheap-hashes.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { systemClock as clock, systemMonotonicClock as monotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { Secret } from '../platform/secret.ts';
import { ensureFirstAdmin, FirstAdminError } from './ensure-first-admin.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createLogInThrottle } from './log-in-throttle.ts';
import { createUserManagement } from './manage-users.ts';
import { createPasswords } from './passwords.adapter.ts';
import { createTokens } from './tokens.adapter.ts';
import type { UserEvent } from './user-events.ts';
import { createUsersRepository } from './users.repository.ts';

let database: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
});
afterEach(() => database.close());

function ensure(password?: string, username = 'admin') {
  const repository = createUsersRepository(database.db, 'sqlite');
  const management = createUserManagement({
    repository,
    passwords: createPasswords(CHEAP_HASHES),
    tokens: createTokens({ key: new Uint8Array(32), clock }),
    throttle: createLogInThrottle({ monotonicClock }),
    knownBrowsers: createKnownBrowsers({ key: new Uint8Array(32), clock }),
    events: createEventChannel<UserEvent>({ name: 'user-events', logger: createTestLogger() }),
    clock,
  });
  const typed = password === undefined ? undefined : new Secret(password);
  return ensureFirstAdmin({ repository, management, username, password: typed });
}

const listUsers = () => database.db.selectFrom('users').select(['username', 'role']).execute();

test('the first start creates an admin with the password of the settings and does not show it', async () => {
  expect(await ensure('parola-lunga-di-prova', 'sindaca')).toBeUndefined();
  expect(await listUsers()).toEqual([{ username: 'sindaca', role: 'admin' }]);
});

test('the first start without a password in the settings generates one and shows it', async () => {
  const first = await ensure();
  await database.db.deleteFrom('users').execute();
  const second = await ensure();
  expect(first?.username).toBe('admin');
  expect(first?.password.reveal()).toMatch(/^[\w-]{16}$/);
  expect(second?.password.reveal()).not.toBe(first?.password.reveal());
});

test('a later start changes nothing, whatever the settings are', async () => {
  await ensure('parola-lunga-di-prova');
  expect(await ensure('un-altra-parola-lunga', 'altro')).toBeUndefined();
  expect(await listUsers()).toEqual([{ username: 'admin', role: 'admin' }]);
});

test('two servers that start at once on one database create one admin', async () => {
  await Promise.all([ensure('parola-lunga-di-prova'), ensure('parola-lunga-di-prova')]);
  expect(await listUsers()).toEqual([{ username: 'admin', role: 'admin' }]);
});

test('a common password in the settings stops the start with one line', async () => {
  await expect(ensure('password1')).rejects.toThrow(FirstAdminError);
  await expect(ensure('password1')).rejects.toThrow(
    /^Impostazione ADMIN_PASSWORD: La password è troppo comune/,
  );
  expect(await listUsers()).toEqual([]);
});

test('the first start ends with one line when the username of the settings is not allowed', async () => {
  await expect(ensure('parola-lunga-di-prova', 'sindaca\u200b')).rejects.toThrow(
    new FirstAdminError(
      'Impostazione ADMIN_USERNAME: Lo username contiene caratteri invisibili: riscrivilo senza copiarlo',
    ),
  );
});
