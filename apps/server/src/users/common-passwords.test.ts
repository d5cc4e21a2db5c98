import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'PASSWORD',
  'Password1',
  'password123!',
  'p@ssw0rd',
  'qwertyuiop',
  '12345678',
  '123456789',
  '87654321',
  'aaaaaaaa',
  '11111111',
  'corvette',
  'Monkey2026!',
  'Juventus',
  'forzanapoli',
  'Estate2026!',
  'DICEMBRE-2026',
  'Semaforo2026!',
  'ProtezioneCivile',
  'Protezione Civile 1',
  'benvenuto',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'parola-lunga-di-prova',
  'k7#Qz!m2Vw',
  'il gatto sul tetto verde',
  'aaaaaaab',
  '58203914',
  '!?!?!?!?!.',
  'permission notice',
])('%s is not common', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test.each([
  ['Valdombra2026!', 'valdombra'],
  ['VALDOMBRA', 'Valdombra'],
  ['valdombra7', 'comune.valdombra'],
  ['ComuneValdombra1', 'comune.valdombra'],
  ['comune.valdombra', 'comune.valdombra'],
  ['utente12345', 'utente12'],
])('%s is common for the user %s', (password, username) => {
  expect(isCommonPassword(password, username)).toBe(true);
});

test.each([
  ['Valdombra2026!', 'pietraspina'],
  ['valdombra sotto la neve', 'valdombra'],
  ['di casa in casa', 'vigili.di.valdombra'],
])('%s is not common for the user %s', (password, username) => {
  expect(isCommonPassword(password, username)).toBe(false);
});

test('the list has one password a line, in lower case and without blank lines', () => {
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  const passwords = text.split('\n').filter((line) => !line.startsWith('#'));
  expect(passwords.pop()).toBe('');
  expect(passwords.filter((password) => password.length >= 8)).toHaveLength(10_000);
  expect(passwords.filter((password) => password === '' || password !== password.toLowerCase())).toEqual([]);
});
