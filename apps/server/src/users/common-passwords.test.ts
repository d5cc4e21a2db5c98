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
  'abababab',
  '!?!?!?!?!.',
  'aaaaaaab',
  'aaaaaaaa1!',
  '11223344',
  '19871987',
  'estate2026',
  'Comune2026',
  'torino2026',
  'p4ssw0rd',
  'P4$$w0rd2026!',
  'inverno24',
  '2026inverno',
  'asdasdasd',
  'forzainter',
  'ForzaInter!',
  '1q2w3e4r5t6y',
  '1qaz2wsx',
  'zaq12wsx',
  'qwerty123',
  'poiuytrewq',
  'abc12345',
  'dragon123',
  'michael1',
  'aa123456',
  '123123123',
  'a1b2c3d4',
  '1234qwer',
  'welcome123',
  'letmein123',
  'monkey123',
  'S3maf0r0',
  '5emaf0r02026',
  'ComuneTorino24',
  'lunedìmartedì',
  'estateestate',
  'forlì2026',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'parola-lunga-di-prova',
  'k7#Qz!m2Vw',
  'il gatto sul tetto verde',
  '58203914',
  'treasure island',
  'operatore-di-prova-1',
  'lampada-di-prova-42',
  'abab-72619x48',
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
  ['valdombra2', 'valdombra2'],
  ['V4ld0mbra2026', 'valdombra'],
  ['comunedivaldombra', 'valdombra'],
  ['valdombravaldombra', 'valdombra'],
  ['Forlimpopoli1', 'forlìmpopoli'],
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
