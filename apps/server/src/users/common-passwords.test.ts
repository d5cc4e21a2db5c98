import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'PASSWORD',
  'Password1',
  'password123!',
  'qwertyuiop',
  '12345678',
  '123456789',
  '87654321',
  'aaaaaaaa',
  '11111111',
  'Juventus',
  'forzanapoli',
  'Semaforo2026!',
  'ProtezioneCivile',
  'benvenuto',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['parola-lunga-di-prova', 'k7#Qz!m2Vw', 'il gatto sul tetto verde', 'aaaaaaab'])(
  '%s is not common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
