import { expect, test } from 'vitest';
import { ADMIN } from './credentials.ts';
import { refuseLeakedSecrets } from './leaked-secrets.ts';

const SETTINGS = {
  SMTP_URL: 'smtp://posta:della-posta-sola@127.0.0.1:25',
  METRICS_TOKEN: 'delle-metriche-sole',
  BULLETIN_URL: 'http://127.0.0.1/avviso.xml',
  BACKUP_PASSPHRASE: undefined,
};

test.each([
  ['a password in an error', String(new Error(`connect as ${ADMIN.password}`))],
  ['a password of an address', 'failure: smtp://posta:della-posta-sola@127.0.0.1:25'],
  ['a setting', "headers: { authorization: 'Bearer delle-metriche-sole' }"],
  ['a hash', 'hash: $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'],
  ['a token of a session', 'token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ['what was made up meanwhile', 'login: di-questa-prova'],
])('a log with %s is refused', (_what, text) => {
  const refuse = () => refuseLeakedSecrets(['pronto', text], SETTINGS, ['di-questa-prova']);
  expect(refuse).toThrow('a secret was told');
});

test('a log without is not', () => {
  refuseLeakedSecrets(['posta', SETTINGS.BULLETIN_URL], SETTINGS);
});
