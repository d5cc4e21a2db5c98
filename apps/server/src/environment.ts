import { SHORTEST_PASSPHRASE } from '@semaforo/contract/domain/backup-rules';
import { z } from 'zod';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { LOG_LEVELS } from './platform/logger.ts';
import {
  addressList,
  apiRoot,
  commandTopic,
  databaseUrl,
  decimalNumber,
  discoveryPrefix,
  link,
  longSecret,
  natsUrl,
  oidcIssuer,
  oidcRoles,
  othersPort,
  port,
  publicUrl,
  pushContact,
  rsaKey,
  secret,
  smtpUrl,
  syslogTarget,
  templateHeaders,
  templateMethod,
  templateUrl,
  tileUrl,
  webAddress,
  weeklyTime,
  wholeNumber,
  yesOrNo,
} from './setting-checks.ts';

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: publicUrl.optional(),
  TRUSTED_PROXIES: addressList.default([]),
  METRICS_TOKEN: longSecret(16).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  NATS_URL: natsUrl.optional(),
  SECRET_KEY: longSecret(32).optional(),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(1, 'non può essere vuoto')
    .max(128, 'può avere al massimo 128 caratteri')
    .default('admin'),
  ADMIN_PASSWORD: secret(
    z.string().min(8, 'deve avere almeno 8 caratteri').max(128, 'può avere al massimo 128 caratteri'),
  ).optional(),
  REQUIRE_SECOND_FACTOR: z.enum(['admin', 'all'], 'può essere admin o all, o mancare').optional(),
  SESSION_IDLE_MINUTES: wholeNumber({ min: 0, max: 720 }).default(0),
  OIDC_ISSUER: oidcIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: secret(z.string()).optional(),
  OIDC_ROLES: oidcRoles.default([]),
  OIDC_NAME: z.string().max(60, 'può avere al massimo 60 caratteri').default('l’identità del Comune'),
  EMBEDDED_BROKER_PORT: port.default(1883),
  EMBEDDED_BROKER_HOST: z.string().optional(),
  EMBEDDED_BROKER_USERNAME: z.string().default('semaforo'),
  EMBEDDED_BROKER_PASSWORD: z.string().min(8, 'deve avere almeno 8 caratteri').optional(),
  EMBEDDED_BROKER_SHARED_LOGIN: yesOrNo.default(false),
  EMBEDDED_BROKER_TLS_PORT: port.optional(),
  EMBEDDED_BROKER_TLS_CERT: z.string().optional(),
  EMBEDDED_BROKER_TLS_KEY: z.string().optional(),
  MQTT_HOST: z.string().optional(),
  MQTT_PORT: othersPort.optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_PASSWORD: z.string().optional(),
  MOSQUITTO_DYNSEC_USERNAME: z.string().optional(),
  MOSQUITTO_DYNSEC_PASSWORD: z.string().optional(),
  HOME_ASSISTANT_DISCOVERY: discoveryPrefix.optional(),
  HOME_ASSISTANT_USERNAME: z.string().optional(),
  HOME_ASSISTANT_PASSWORD: z.string().min(12, 'deve avere almeno 12 caratteri').optional(),
  COMMAND_TOPIC: commandTopic.default('{key}/{channel}/set'),
  COMMAND_CONFIRM_MS: wholeNumber({ min: 100, max: 600_000 }).default(5000),
  DEVICE_SILENCE_MINUTES: wholeNumber({ min: 0, max: 525_600 }).default(15),
  DEVICE_HISTORY_DAYS: wholeNumber({ min: 1, max: 3650 }).default(30),
  HISTORY_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(0),
  AUDIT_DAYS: wholeNumber({ min: 0, max: 36_500 }).default(0),
  AUDIT_SYSLOG: syslogTarget.optional(),
  AUDIT_SYSLOG_CA: z.string().optional(),
  AUDIT_SEAL_MAIL: z.email('deve essere un indirizzo e-mail').optional(),
  SCHEDULE_LATE_MINUTES: wholeNumber({ min: 0, max: 1440 }).default(10),
  TELEGRAM_BOT_TOKEN: secret(z.string().regex(/^[\w:-]+$/, 'non ha la forma di un token')).optional(),
  TELEGRAM_API_ROOT: apiRoot.default('https://api.telegram.org'),
  BULLETIN_URL: webAddress.optional(),
  BULLETIN_FILE_URL: webAddress
    .refine((address) => address.includes('{name}'), 'deve contenere {name}')
    .optional(),
  BULLETIN_POLL_MINUTES: wholeNumber({ min: 1, max: 1440 }).default(10),
  BULLETIN_KEEP_MB: wholeNumber({ min: 64, max: 1_048_576 }).default(1024),
  BACKUP_PASSPHRASE: longSecret(SHORTEST_PASSPHRASE).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: wholeNumber({ min: 1, max: 8760 }).default(24),
  BACKUP_KEEP: wholeNumber({ min: 1, max: 10_000 }).default(14),
  ALARM_ESCALATE_MINUTES: wholeNumber({ min: 1, max: 1440 }).default(10),
  ALARM_HOLD_MINUTES: wholeNumber({ min: 1, max: 10_080 }).default(120),
  ALARM_REPEAT_MINUTES: wholeNumber({ min: 0, max: 1440 }).default(30),
  DUTY_TEST_AT: weeklyTime.prefault('mar 10:00'),
  ALARM_RAISE_SECONDS: wholeNumber({ min: 0, max: 3600 }).default(60),
  ALARM_CLEAR_SECONDS: wholeNumber({ min: 0, max: 86_400 }).default(300),
  ALARM_LOW_SUPPLY_V: decimalNumber({ min: 0, max: 60 }).default(3),
  ALARM_HOT_C: decimalNumber({ min: -60, max: 125 }).default(70),
  ALARM_REBOOTS_PER_HOUR: wholeNumber({ min: 0, max: 1000 }).default(3),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: z.email('deve essere un indirizzo e-mail').optional(),
  HEARTBEAT_URL: secret(webAddress).optional(),
  PEER_WATCH_URL: publicUrl.optional(),
  PEER_WATCH_KEY: longSecret(16).optional(),
  SMS_URL: templateUrl.optional(),
  SMS_METHOD: templateMethod.default('POST'),
  SMS_HEADERS: templateHeaders.optional(),
  SMS_BODY: secret(z.string()).optional(),
  SMS_EXPECT: z.string().optional(),
  SMS_MODEM_OUTBOX: z.string().optional(),
  SMS_MODEM_SENT: z.string().optional(),
  SMS_MODEM_ERROR: z.string().optional(),
  VOICE_URL: templateUrl.optional(),
  VOICE_METHOD: templateMethod.default('POST'),
  VOICE_HEADERS: templateHeaders.optional(),
  VOICE_BODY: secret(z.string()).optional(),
  VOICE_EXPECT: z.string().optional(),
  WEBHOOK_ALLOW_LOOPBACK: yesOrNo.default(false),
  PUSH_CONTACT: pushContact.optional(),
  CAP_SIGNING_KEY: rsaKey.optional(),
  DISK_LOW_PERCENT: wholeNumber({ min: 1, max: 90 }).default(10),
  TILE_URL: tileUrl.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  ACCESSIBILITY_URL: link.optional(),
  FEEDBACK_URL: link.optional(),
  PRIVACY_URL: link.optional(),
  SUPPORT_CONTACT: z.string().max(200, 'al massimo 200 caratteri').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `deve essere uno fra ${LOG_LEVELS.join(', ')}`).default('warn'),
});

/** The names of all settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys(variables.shape));

/** The settings of docs/impostazioni.md by their names in the environment, each with its check and its default. */
export const environment = variables
  .refine((given) => given.NATS_URL === undefined || given.DATABASE_URL !== undefined, {
    path: ['NATS_URL'],
    message: 'serve insieme a DATABASE_URL: più server lavorano come uno solo su PostgreSQL, non su SQLite',
  })
  .refine((given) => given.NATS_URL === undefined || !commandsOnReportTopic(given.COMMAND_TOPIC), {
    path: ['COMMAND_TOPIC'],
    message:
      'non può essere {key}/{channel} con NATS_URL: il comando di un server sembrerebbe agli altri la risposta del dispositivo',
  })
  .refine((given) => (given.OIDC_ISSUER === undefined) === (given.OIDC_CLIENT_ID === undefined), {
    path: ['OIDC_CLIENT_ID'],
    message: 'va indicata insieme a OIDC_ISSUER, o nessuna delle due',
  })
  .refine((given) => given.BACKUP_DIR === undefined || given.BACKUP_PASSPHRASE !== undefined, {
    path: ['BACKUP_PASSPHRASE'],
    message: 'serve insieme a BACKUP_DIR: senza passphrase non si fanno copie',
  })
  .refine((given) => (given.SMTP_URL === undefined) === (given.SMTP_FROM === undefined), {
    path: ['SMTP_FROM'],
    message: 'va indicata insieme a SMTP_URL, o nessuna delle due',
  })
  .refine((given) => (given.PEER_WATCH_URL === undefined) === (given.PEER_WATCH_KEY === undefined), {
    path: ['PEER_WATCH_KEY'],
    message: 'va indicata insieme a PEER_WATCH_URL, o nessuna delle due',
  })
  .refine((given) => given.AUDIT_SEAL_MAIL === undefined || given.SMTP_URL !== undefined, {
    path: ['AUDIT_SEAL_MAIL'],
    message: 'serve insieme a SMTP_URL: senza non parte alcuna e-mail',
  })
  .refine((given) => given.SMS_URL === undefined || given.SMS_MODEM_OUTBOX === undefined, {
    path: ['SMS_MODEM_OUTBOX'],
    message: 'non può stare con SMS_URL: gli SMS partono da un modem o da un fornitore',
  })
  .refine(
    (given) =>
      (given.MOSQUITTO_DYNSEC_USERNAME === undefined) === (given.MOSQUITTO_DYNSEC_PASSWORD === undefined),
    {
      path: ['MOSQUITTO_DYNSEC_PASSWORD'],
      message: 'va indicata insieme a MOSQUITTO_DYNSEC_USERNAME, o nessuna delle due',
    },
  )
  .refine(
    (given) =>
      (given.HOME_ASSISTANT_USERNAME === undefined) === (given.HOME_ASSISTANT_PASSWORD === undefined),
    {
      path: ['HOME_ASSISTANT_PASSWORD'],
      message: 'va indicata insieme a HOME_ASSISTANT_USERNAME, o nessuna delle due',
    },
  )
  .refine(
    (given) => given.HOME_ASSISTANT_USERNAME === undefined || given.HOME_ASSISTANT_DISCOVERY !== undefined,
    {
      path: ['HOME_ASSISTANT_DISCOVERY'],
      message: 'serve insieme a HOME_ASSISTANT_USERNAME: è ciò che quell’accesso legge',
    },
  )
  .refine(
    ({ HOME_ASSISTANT_USERNAME: username, ...given }) =>
      username === undefined ||
      (username !== given.EMBEDDED_BROKER_USERNAME && username !== given.MQTT_USERNAME),
    {
      path: ['HOME_ASSISTANT_USERNAME'],
      message: 'deve essere diverso dagli altri accessi al broker',
    },
  )
  .refine(
    (given) => given.HOME_ASSISTANT_DISCOVERY === undefined || !commandsOnReportTopic(given.COMMAND_TOPIC),
    {
      path: ['HOME_ASSISTANT_DISCOVERY'],
      message:
        'non può stare con COMMAND_TOPIC {key}/{channel}: un comando sembrerebbe la risposta del dispositivo',
    },
  );

/** The settings, checked each by itself. */
export type Environment = z.infer<typeof environment>;
