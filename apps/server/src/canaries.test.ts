import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn } from '@semaforo/client';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { ADMIN } from '@semaforo/testing/credentials';
import { startFakePushService } from '@semaforo/testing/fake-push-service';
import { startFakeSmtp } from '@semaforo/testing/fake-smtp';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { runProgram } from '../test/run-program.ts';
import { createTestLogger } from '../test/test-logger.ts';
import { openDatabase } from './database/engine.ts';
import { loadPushKeys } from './notifications/channels/push/push-keys.repository.ts';
import { Secret } from './platform/secret.ts';
import { loadSecrets } from './platform/secrets.ts';

const secretOf = (what: string) => `canarino-${what}-${Math.random().toString(36).slice(2)}-lungo-abbastanza`;

/** Those that the settings bring, by the setting. */
function secretSettings() {
  return {
    SECRET_KEY: secretOf('chiave'),
    BACKUP_PASSPHRASE: secretOf('passphrase'),
    METRICS_TOKEN: secretOf('metriche'),
    MQTT_PASSWORD: secretOf('broker'),
    MOSQUITTO_DYNSEC_PASSWORD: secretOf('plugin'),
    HOME_ASSISTANT_PASSWORD: secretOf('casa'),
  };
}

type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Those that people and the server make while it runs, each by what it is of. */
async function makeSecrets(origin: string, admin: Client, subscription: Subscription) {
  const operator = { username: 'valdombra', password: secretOf('operatore') };
  const { id: userId } = await admin('createUser', { body: operator });
  const { id } = await admin('createDevice', { body: { topic: '/3/val/s1', type: 'semaforo', userId } });
  const credentials = await admin('makeCredentials', { params: { id } });
  const town = await logIn({ origin }, operator);
  const { secret, uri } = await town('beginSecondFactor');
  const { code } = await town('createLinkCode');
  // Refused: loopback is no push service. What it refuses it may not tell either.
  await town.attempt('addPushDevice', { body: subscription });
  await admin('saveUserSetting', {
    params: { id: String(userId) },
    body: { [SECOND_PERSON_SETTING]: 'true' },
  });
  await town.attempt('sendCommand', { body: { command: 'rosso' } });
  await town.attempt('changePassword', {
    body: { currentPassword: operator.password, newPassword: 'corta' },
  });
  const broker = { broker: '127.0.0.1', port: 1, username: 'console', password: secretOf('broker-salvato') };
  await admin.attempt('testBroker', { body: broker });
  await admin.attempt('saveBrokerConfig', { body: broker });
  await admin.attempt('logIn', { body: { username: 'valdombra', password: secretOf('sbagliata') } });
  return {
    operator: operator.password,
    device: credentials.password,
    'second factor': secret,
    'its address': uri,
    'link of a chat': code,
    session: admin.token ?? '',
    'session of the operator': town.token ?? '',
    'saved broker': broker.password,
    endpoint: subscription.endpoint,
    'key of a browser': subscription.auth,
  };
}

test('no secret is in the log, in the metrics, in a backup or in what a server says that ends badly', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-canaries-'));
  const [smtp, telegram, service] = [
    await startFakeSmtp(),
    await startFakeTelegram(),
    await startFakePushService(),
  ];
  smtp.refuse(true);
  const mailPassword = secretOf('posta');
  const databasePassword = secretOf('base-dati');
  const given = secretSettings();
  const settings = {
    ...given,
    ...telegram.settings,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: '0',
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'trace',
    ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: '1', MQTT_USERNAME: 'console' },
    ...{ MOSQUITTO_DYNSEC_USERNAME: 'gestore', HOME_ASSISTANT_USERNAME: 'casa' },
    ...{ SMTP_URL: smtp.url.replace('//', `//posta:${mailPassword}@`), SMTP_FROM: 'semaforo@example.it' },
    ...{ ALARM_RAISE_SECONDS: '0', HOME_ASSISTANT_DISCOVERY: 'homeassistant' },
  };
  const server = spawnBundledServer(settings);
  const origin = await server.ready();
  const admin = await logIn({ origin }, ADMIN);
  const { key } = await admin('getPush');
  const made = await makeSecrets(origin, admin, service.subscribe('telefono', key));
  const people = [{ name: 'Anna', email: 'anna@example.it', chat_id: null }];
  await admin('saveDuty', { body: { people } });
  await until('an e-mail failed', () =>
    /"channel":"email".*notification not (taken|delivered)/.test(server.output()),
  );
  const metrics = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${given.METRICS_TOKEN}` },
  });
  const texts = new Map([['metrics', await metrics.text()]]);
  const copy = join(dataDir, 'copia.backup');
  texts.set('programs', (await runProgram('backup', [copy], settings)).output);
  texts.set('backup', readFileSync(copy, 'latin1'));
  const database = openDatabase({ dataDir, databaseUrl: undefined });
  const secrets = loadSecrets({ secretKey: new Secret(given.SECRET_KEY), dataDir });
  const { privateKey } = await loadPushKeys({
    db: database.db,
    secrets,
    logger: createTestLogger(),
  });
  await database.close();
  await server.end('SIGTERM');
  texts.set('log', server.output());
  const aborted = spawnBundledServer(settings);
  await logIn({ origin: await aborted.ready() }, ADMIN);
  await aborted.end('SIGABRT');
  texts.set('aborted', aborted.output());
  const exhausted = spawnBundledServer({ ...settings, NODE_OPTIONS: '--max-old-space-size=16' });
  await exhausted.ended;
  expect(exhausted.output()).toContain('heap out of memory');
  texts.set('out of memory', exhausted.output());
  const DATABASE_URL = `postgres://semaforo:${databasePassword}@127.0.0.1:1/semaforo`;
  const waiting = spawnBundledServer({ ...settings, DATABASE_URL });
  await until('it says that there is no database', () => waiting.output() !== '');
  await waiting.end('SIGKILL');
  texts.set('start without a database', waiting.output());
  const failing = spawnBundledServer({ ...settings, DATABASE_URL, PORT: 'nessuna' });
  expect(await failing.ended).toBe(1);
  texts.set('failed start', failing.output());

  const canaries = {
    ...{ ...given, ...made, mail: mailPassword, database: databasePassword, admin: ADMIN.password },
    ...{ 'private key of notifications': privateKey, 'bot token': telegram.settings.TELEGRAM_BOT_TOKEN },
  };
  for (const [where, text] of texts) {
    expect(text.length, where).toBeGreaterThan(10);
    for (const [what, secret] of Object.entries(canaries)) {
      expect(secret.length, what).toBeGreaterThan(5);
      expect(text.includes(secret), `${what} in ${where}`).toBe(false);
    }
  }
  await Promise.all([smtp.stop(), telegram.stop(), service.stop()]);
  rmSync(dataDir, { recursive: true });
});
