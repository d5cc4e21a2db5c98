import { ADMIN } from '@semaforo/testing/credentials';
import { expect, test } from 'vitest';
import { refuseToldSecrets } from '../test/told-secrets.ts';

const SETTINGS = {
  SMTP_URL: 'smtp://posta:della-posta-sola@127.0.0.1:25',
  METRICS_TOKEN: 'delle-metriche-sole',
  BULLETIN_URL: 'http://127.0.0.1/avviso.xml',
};

test.each([
  ['a password in an error', { err: new Error(`connect as ${ADMIN.password}`) }],
  ['a password of an address', { failure: 'smtp://posta:della-posta-sola@127.0.0.1:25' }],
  ['a setting', { asked: { headers: { authorization: 'Bearer delle-metriche-sole' } } }],
  ['what was made up meanwhile', { login: 'di-questa-prova' }],
])('a log with %s is refused', (_what, context) => {
  const refuse = () => refuseToldSecrets([{ message: 'x', ...context }], SETTINGS, ['di-questa-prova']);
  expect(refuse).toThrow('a secret is in the log');
});

test('a log without is not', () => {
  refuseToldSecrets([{ message: 'posta', url: SETTINGS.BULLETIN_URL }], SETTINGS, []);
});
