import { expect, test } from 'vitest';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import { createPasswords } from './passwords.adapter.ts';

const PASSWORD = new Secret('parola-lunga-di-prova');

test('only the right password matches a hash', async () => {
  const passwords = createPasswords();
  const hashOf = async () => {
    const made = await passwords.hash(PASSWORD);
    if (made instanceof Refusal) throw new Error(made.message);
    return made;
  };
  const hash = await hashOf();
  expect(hash.reveal()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(PASSWORD, hash, 'stranger')).toBe(true);
  expect(await passwords.verify(new Secret(`${PASSWORD.reveal()} `), hash, 'stranger')).toBe(false);
  expect((await hashOf()).reveal()).not.toBe(hash.reveal());
});

test('a verification without a stored hash fails', async () => {
  expect(await createPasswords().verify(PASSWORD, undefined, 'stranger')).toBe(false);
});

test('a verification is refused while a hundred others wait, and those are all served', async () => {
  const passwords = createPasswords();
  const waiting = Array.from({ length: 100 }, () => passwords.verify(PASSWORD, undefined, 'stranger'));
  const refused = await passwords.verify(PASSWORD, undefined, 'stranger');
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ kind: 'too-many', retryAfterS: 5 });
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
  expect(await passwords.verify(PASSWORD, undefined, 'stranger')).toBe(false);
});
