import { createHash, pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDeviceLoginOf, mosquittoHashOf, newCredentials } from './new-credentials.ts';

test('a new password has 130 random bits in characters that no one confuses, and a name that brokers take', () => {
  const made = Array.from({ length: 50 }, () => newCredentials(12, 'k7m2qx'));
  expect(new Set(made.map(({ password }) => password)).size).toBe(made.length);
  for (const { username, password, passwordHash } of made) {
    expect(username).toBe('dispositivo-12-k7m2qx');
    expect(password).toMatch(/^[2-9A-HJ-NP-Z]{26}$/);
    expect(passwordHash).toBe(createHash('sha256').update(password).digest('hex'));
  }
});

test('the hash for Mosquitto is that of its password file', () => {
  const [, kind, rounds, salt, hash] = mosquittoHashOf('PAROLA').split('$');
  expect(kind).toBe('7');
  const expected = pbkdf2Sync('PAROLA', Buffer.from(salt ?? '', 'base64'), Number(rounds), 64, 'sha512');
  expect(hash).toBe(expected.toString('base64'));
});

test('a username says which installation gave it', () => {
  expect(isDeviceLoginOf('k7m2qx', newCredentials(12, 'k7m2qx').username)).toBe(true);
  for (const of of ['dispositivo-12', 'dispositivo-12-other2', 'dispositivo-x-k7m2qx', 'console-1-k7m2qx']) {
    expect(isDeviceLoginOf('k7m2qx', of)).toBe(false);
  }
});
