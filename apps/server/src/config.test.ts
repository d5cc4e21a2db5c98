import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfigError, readConfig, readProcessConfig } from './config.ts';

function linesOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

describe('without any setting', () => {
  test('the defaults of the documentation hold', () => {
    expect(readConfig({})).toEqual({
      http: { host: '127.0.0.1', port: 3000, trustedProxies: [], basePath: '' },
      metricsToken: undefined,
      dataDir: './data',
      databaseUrl: undefined,
      nats: undefined,
      secretKey: undefined,
      firstAdmin: { username: 'admin', password: undefined },
      requireSecondFactor: undefined,
      sessionIdleMs: 0,
      oidc: undefined,
      embeddedBroker: {
        host: undefined,
        port: 1883,
        username: 'semaforo',
        password: undefined,
        hasSharedLogin: false,
        tls: undefined,
      },
      mqtt: { host: undefined, port: undefined, username: undefined, password: undefined },
      homeAssistant: { prefix: undefined, login: undefined },
      commandTopic: '{key}/{channel}/set',
      commandConfirmMs: 5000,
      deviceSilenceMs: 15 * 60_000,
      keepPastMs: 30 * 24 * 60 * 60_000,
      keepHistoryMs: undefined,
      keepAuditMs: undefined,
      audit: { syslog: undefined, sealMail: undefined },
      scheduleLateMs: 10 * 60_000,
      alarms: {
        ...{
          escalateMs: 600_000,
          repeatMs: 1_800_000,
          holdMs: 7_200_000,
          raiseAfterMs: 60_000,
          clearAfterMs: 300_000,
        },
        ...{ lowSupplyV: 3, hotC: 70, rebootsPerHour: 3 },
      },
      mail: { url: undefined, from: undefined },
      outside: { heartbeat: undefined, peer: undefined },
      webhooksAllowLoopback: false,
      callers: { sms: undefined, voice: undefined, modem: undefined, allowsOwn: false },
      dutyTestAt: { written: 'mar 10:00', weekday: 2, time: '10:00' },
      publicUrl: undefined,
      pushContact: undefined,
      diskLowPercent: 10,
      tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      publicSettings: {
        tileAttribution: '© OpenStreetMap contributors',
        accessibilityUrl: null,
        feedbackUrl: null,
        privacyUrl: null,
        alarmRaiseSeconds: 60,
        supportContact: null,
        oidcName: null,
      },
      telegram: { botToken: undefined, apiRoot: 'https://api.telegram.org' },
      bulletins: { url: undefined, fileTemplate: undefined, everyMs: 600_000, keptBytes: 2 ** 30 },
      backups: { passphrase: undefined, dir: undefined, everyMs: 24 * 60 * 60_000, keep: 14 },
      logLevel: 'warn',
    });
  });

  test('an empty setting counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', ADMIN_PASSWORD: '', LOG_LEVEL: '' })).toEqual(
      readConfig({}),
    );
  });
});

const NO_ADDRESS =
  'non è un indirizzo come postgres://utente:password@host:5432/database (i segni di una password vanno codificati)';

const NO_PREFIX =
  'deve essere un prefisso come homeassistant (lettere, cifre, _ e -, livelli separati da /), non semaforo';

test.each([
  ['PORT', 'abc', 'deve essere un numero intero da 0 a 65535'],
  ['PORT', '-1', 'deve essere un numero intero da 0 a 65535'],
  ['PORT', '65536', 'deve essere un numero intero da 0 a 65535'],
  ['PORT', '80.5', 'deve essere un numero intero da 0 a 65535'],
  ['EMBEDDED_BROKER_PORT', '70000', 'deve essere un numero intero da 0 a 65535'],
  ['MQTT_PORT', 'mqtt', 'deve essere un numero intero da 1 a 65535'],
  ['MQTT_PORT', '0', 'deve essere un numero intero da 1 a 65535'],
  ['TILE_URL', 'tiles.example', 'deve essere un indirizzo http con {z}, {x} e {y}'],
  ['DATABASE_URL', 'mysql://x', 'deve iniziare con postgres://'],
  ['DATABASE_URL', 'postgres://u:p@h:99999/d', NO_ADDRESS],
  ['DATABASE_URL', 'postgres://u:a/b@h/d', NO_ADDRESS],
  ['DATABASE_URL', 'postgres://a b', NO_ADDRESS],
  ['SECRET_KEY', 'corta', 'deve avere almeno 32 caratteri'],
  ['ADMIN_USERNAME', 'a'.repeat(129), 'può avere al massimo 128 caratteri'],
  ['ADMIN_PASSWORD', 'corta', 'deve avere almeno 8 caratteri'],
  ['ADMIN_PASSWORD', 'a'.repeat(129), 'può avere al massimo 128 caratteri'],
  ['EMBEDDED_BROKER_PASSWORD', 'corta', 'deve avere almeno 8 caratteri'],
  ['EMBEDDED_BROKER_SHARED_LOGIN', 'sì', 'deve essere true oppure false'],
  ['BACKUP_PASSPHRASE', 'corta', 'deve avere almeno 12 caratteri'],
  ['BACKUP_EVERY_HOURS', '0', 'deve essere un numero intero da 1 a 8760'],
  ...['/ha', 'ha/', 'a//b', 'ha/+', '#', '$SYS', 'semaforo', 'semaforo/ha', 'è'].map(
    (value): [string, string, string] => ['HOME_ASSISTANT_DISCOVERY', value, NO_PREFIX],
  ),
  ['COMMAND_TOPIC', '{key}/set', 'deve contenere {key} e {channel}, una volta ciascuno'],
  ['COMMAND_TOPIC', '{key}/{key}/{channel}', 'deve contenere {key} e {channel}, una volta ciascuno'],
  ['COMMAND_TOPIC', '{key}/{channel}/#', 'non può contenere + # $'],
  ['TELEGRAM_BOT_TOKEN', '123:abc def', 'non ha la forma di un token'],
  ['BULLETIN_URL', 'ftp://mappe.example', 'deve essere un indirizzo http o https'],
  ['BULLETIN_FILE_URL', 'https://mappe.example/x.json', 'deve contenere {name}'],
  ['BULLETIN_POLL_MINUTES', '0', 'deve essere un numero intero da 1 a 1440'],
  ['BULLETIN_KEEP_MB', '63', 'deve essere un numero intero da 64 a 1048576'],
  ['TELEGRAM_API_ROOT', 'api.telegram.org', 'deve essere un indirizzo http o https'],
  ['COMMAND_CONFIRM_MS', '99', 'deve essere un numero intero da 100 a 600000'],
  ['COMMAND_CONFIRM_MS', '5s', 'deve essere un numero intero da 100 a 600000'],
  ['DEVICE_SILENCE_MINUTES', '-1', 'deve essere un numero intero da 0 a 525600'],
  ['METRICS_TOKEN', 'corto', 'deve avere almeno 16 caratteri'],
  ...[
    'semaforo.example',
    'ftp://semaforo.example',
    'https://semaforo.example/?a=1',
    'https://semaforo.example/a"b',
  ].map((value): [string, string, string] => [
    'PUBLIC_URL',
    value,
    'deve essere come https://semaforo.comune.example o https://www.comune.example/semaforo',
  ]),
  ['TRUSTED_PROXIES', 'proxy', 'deve elencare indirizzi IP o reti (come 10.0.0.0/8), separati da virgole'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    'deve elencare indirizzi IP o reti (come 10.0.0.0/8), separati da virgole',
  ],
  [
    'ACCESSIBILITY_URL',
    'javascript:alert(1)',
    'deve essere un indirizzo che inizia con https://, http:// o mailto:',
  ],
  ['SMS_URL', 'sms.example', 'deve essere un indirizzo http o https'],
  ['SMS_METHOD', 'DELETE', 'può essere GET, POST o PUT'],
  [
    'VOICE_HEADERS',
    'Authorization: Basic segreto',
    'deve essere un oggetto JSON di testi su una riga, come {"Content-Type":"application/json"}',
  ],
  [
    'DUTY_TEST_AT',
    'mar 25:00',
    "deve essere un giorno (dom, lun, mar, mer, gio, ven, sab) e un'ora, come mar 10:00, oppure mai",
  ],
  ['PRIVACY_URL', '/privacy', 'deve essere un indirizzo che inizia con https://, http:// o mailto:'],
  ['LOG_LEVEL', 'loud', 'deve essere uno fra fatal, error, warn, info, debug, trace, silent'],
])('%s=%s is refused with one line that says why', (name, value, reason) => {
  expect(linesOf({ [name]: value })).toEqual([`Impostazione ${name}: ${reason}`]);
});

test('the log-in of the Mosquitto plugin is given as a whole', () => {
  const login = { MOSQUITTO_DYNSEC_USERNAME: 'gestore', MOSQUITTO_DYNSEC_PASSWORD: 'segreta' };
  expect(readConfig(login).mosquittoPlugin).toEqual({ username: 'gestore', password: 'segreta' });
  for (const [name, value] of Object.entries(login)) {
    expect(linesOf({ [name]: value })).toEqual([
      'Impostazione MOSQUITTO_DYNSEC_PASSWORD: va indicata insieme a MOSQUITTO_DYNSEC_USERNAME, o nessuna delle due',
    ]);
  }
});

test('several servers need PostgreSQL, and a NATS that is written as one', () => {
  const postgres = { DATABASE_URL: 'postgres://h/d' };
  const wrong =
    'deve essere un indirizzo come nats://utente:password@host:4222, o più d’uno separati da virgole';
  expect(linesOf({ NATS_URL: 'nats://127.0.0.1:4222' })).toEqual([
    'Impostazione NATS_URL: serve insieme a DATABASE_URL: più server lavorano come uno solo su PostgreSQL, non su SQLite',
  ]);
  expect(linesOf({ ...postgres, NATS_URL: 'nats://a', COMMAND_TOPIC: '{key}/{channel}' })).toEqual([
    'Impostazione COMMAND_TOPIC: non può essere {key}/{channel} con NATS_URL: il comando di un server sembrerebbe agli altri la risposta del dispositivo',
  ]);
  for (const url of [
    '127.0.0.1',
    'http://u:hunter2@h',
    'nats://h/path',
    'nats://h,',
    'nats://%zz:hunter2@h',
  ]) {
    expect(linesOf({ ...postgres, NATS_URL: url })).toEqual([`Impostazione NATS_URL: ${wrong}`]);
  }
  const natsOf = (url: string) => {
    const nats = readConfig({ ...postgres, NATS_URL: url }).nats;
    return { ...nats, login: nats?.login?.reveal() };
  };
  expect(natsOf('nats://semaforo:p%40ss@a, nats://b:4333')).toEqual({
    addresses: ['a:4222', 'b:4333'],
    login: { user: 'semaforo', pass: 'p@ss' },
    tls: false,
  });
  expect(natsOf('tls://gettone@[::1]')).toEqual({
    addresses: ['[::1]:4222'],
    login: { token: 'gettone' },
    tls: true,
  });
  expect(natsOf('nats://[::1]').login).toBeUndefined();
});

test('one port for the pages and for the broker is refused in one line, unless their hosts differ', () => {
  const sentence =
    'Impostazioni PORT ed EMBEDDED_BROKER_PORT: hanno la stessa porta 1883, ne serve una ciascuna';
  expect(linesOf({ PORT: '1883' })).toEqual([sentence]);
  expect(linesOf({ PORT: '1883', HOST: '0.0.0.0' })).toEqual([sentence]);
  expect(linesOf({ PORT: '1883', HOST: '192.0.2.7' })).toEqual([]);
  expect(linesOf({ PORT: '0', EMBEDDED_BROKER_PORT: '0' })).toEqual([]);
});

test('every wrong setting has its own line', () => {
  expect(linesOf({ PORT: 'x', LOG_LEVEL: 'x', SECRET_KEY: 'x' })).toEqual([
    expect.stringContaining('PORT'),
    expect.stringContaining('SECRET_KEY'),
    expect.stringContaining('LOG_LEVEL'),
  ]);
});

test.each([
  ['MQTT_PORT', '8883', ['mqtt', 'port'], 8883],
  ['EMBEDDED_BROKER_PORT', '0', ['embeddedBroker', 'port'], 0],
  ['EMBEDDED_BROKER_SHARED_LOGIN', 'true', ['embeddedBroker', 'hasSharedLogin'], true],
  ['DEVICE_SILENCE_MINUTES', '0', ['deviceSilenceMs'], 0],
  ['COMMAND_TOPIC', '{key}/{channel}', ['commandTopic'], '{key}/{channel}'],
  ['TRUSTED_PROXIES', '127.0.0.1, fd00::/8', ['http', 'trustedProxies'], ['127.0.0.1', 'fd00::/8']],
  ['PUBLIC_URL', 'https://semaforo.example', ['http', 'basePath'], ''],
  ['PUBLIC_URL', 'https://www.example/servizi/semaforo/', ['http', 'basePath'], '/servizi/semaforo'],
  ['SCHEDULE_LATE_MINUTES', '0', ['scheduleLateMs'], 0],
  ['DATABASE_URL', 'postgresql://h/d', ['databaseUrl'], 'postgresql://h/d'],
  ['DATABASE_URL', 'postgres:///d?host=/run', ['databaseUrl'], 'postgres:///d?host=/run'],
])('%s=%s is taken', (name, value, path, expected) => {
  expect(readConfig({ [name]: value })).toHaveProperty(path, expected);
});

test('a line never repeats a secret', () => {
  const lines = linesOf({ SECRET_KEY: 'topsecret', ADMIN_PASSWORD: 'hunter2' }).join(' ');
  expect(lines).not.toMatch(/topsecret|hunter2/);
});

test('TLS of the embedded broker needs its three settings together', () => {
  const all = {
    EMBEDDED_BROKER_TLS_PORT: '8883',
    EMBEDDED_BROKER_TLS_CERT: '/etc/semaforo/broker.crt',
    EMBEDDED_BROKER_TLS_KEY: '/etc/semaforo/broker.key',
  };
  expect(readConfig(all).embeddedBroker.tls).toEqual({
    port: 8883,
    cert: '/etc/semaforo/broker.crt',
    key: '/etc/semaforo/broker.key',
  });
  for (const name of Object.keys(all)) {
    expect(() => readConfig({ ...all, [name]: '' })).toThrow(/servono tutte e tre insieme$/);
  }
});

describe('what a Home Assistant reads', () => {
  const LOGIN = { HOME_ASSISTANT_USERNAME: 'casa', HOME_ASSISTANT_PASSWORD: 'della-casa-sola' };
  const ON = { HOME_ASSISTANT_DISCOVERY: 'comune/ha-1' };

  test('is off unless it is given a prefix, with or without a log-in', () => {
    const login = { username: 'casa', password: 'della-casa-sola' };
    expect(readConfig(ON).homeAssistant).toEqual({ prefix: 'comune/ha-1', login: undefined });
    expect(readConfig({ ...ON, ...LOGIN }).homeAssistant).toEqual({ prefix: 'comune/ha-1', login });
  });

  test.each([
    [LOGIN, 'HOME_ASSISTANT_DISCOVERY: serve insieme'],
    [{ ...ON, HOME_ASSISTANT_USERNAME: 'casa' }, 'HOME_ASSISTANT_PASSWORD: va indicata insieme'],
    [{ ...ON, HOME_ASSISTANT_USERNAME: 'casa', HOME_ASSISTANT_PASSWORD: 'corta' }, 'almeno 12 caratteri'],
    [
      { ...ON, ...LOGIN, HOME_ASSISTANT_USERNAME: 'semaforo' },
      'HOME_ASSISTANT_USERNAME: deve essere diverso',
    ],
    [{ ...ON, ...LOGIN, MQTT_USERNAME: 'casa' }, 'HOME_ASSISTANT_USERNAME: deve essere diverso'],
    [{ ...ON, COMMAND_TOPIC: '{key}/{channel}' }, 'un comando sembrerebbe la risposta del dispositivo'],
  ])('is refused as %o', (given, sentence) => {
    const lines = linesOf(given as Record<string, string>);
    expect(lines).toEqual([expect.stringContaining(sentence)]);
    expect(lines.join()).not.toContain('della-casa-sola');
  });
});

describe('a file .env in the working folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-env-'));
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  test('sets what is a setting and is not in the environment, and says nothing to Node or other programs', () => {
    const foreign = ['LD_PRELOAD', 'NODE_OPTIONS', 'PGHOST', 'PATH'];
    const lines = foreign.map((name) => `${name}=/tmp/theirs`);
    writeFileSync(join(folder, '.env'), [...lines, 'PORT=3999', 'TILE_ATTRIBUTION=of the file'].join('\n'));
    const before = { ...process.env };
    const cwd = process.cwd();
    vi.stubEnv('TILE_ATTRIBUTION', 'of the environment');
    process.chdir(folder);
    try {
      const config = readProcessConfig();
      expect(config.http.port).toBe(3999);
      expect(config.publicSettings.tileAttribution).toBe('of the environment');
      expect(foreign.map((name) => process.env[name])).toEqual(foreign.map((name) => before[name]));
    } finally {
      process.chdir(cwd);
      vi.unstubAllEnvs();
    }
  });
});
