import { existsSync } from 'node:fs';
import { z } from 'zod';
import { LOG_LEVELS } from './platform/logger.ts';
import { StartupError } from './platform/startup-error.ts';
import {
  addressList,
  apiRoot,
  commandTopic,
  link,
  othersPort,
  port,
  tileUrl,
  wholeNumber,
  yesOrNo,
} from './setting-checks.ts';

/** Thrown when a setting is wrong; one Italian line per setting. */
export class ConfigError extends StartupError {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const TLS_TOGETHER =
  'Impostazioni EMBEDDED_BROKER_TLS_PORT, EMBEDDED_BROKER_TLS_CERT e EMBEDDED_BROKER_TLS_KEY: servono tutte e tre insieme';

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  TRUSTED_PROXIES: addressList.default([]),
  METRICS_TOKEN: z.string().min(16, 'deve avere almeno 16 caratteri').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'deve iniziare con postgres://')
    .optional(),
  SECRET_KEY: z.string().min(32, 'deve avere almeno 32 caratteri').optional(),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(1, 'non può essere vuoto')
    .max(128, 'può avere al massimo 128 caratteri')
    .default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'deve avere almeno 8 caratteri')
    .max(128, 'può avere al massimo 128 caratteri')
    .optional(),
  REQUIRE_SECOND_FACTOR: z.enum(['admin'], 'può essere solo admin, o mancare').optional(),
  EMBEDDED_BROKER_PORT: port.default(1883),
  EMBEDDED_BROKER_HOST: z.string().default('127.0.0.1'),
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
  COMMAND_TOPIC: commandTopic.default('{key}/{channel}/set'),
  COMMAND_CONFIRM_MS: wholeNumber({ min: 100, max: 600_000 }).default(5000),
  DEVICE_SILENCE_MINUTES: wholeNumber({ min: 0, max: 525_600 }).default(15),
  SCHEDULE_LATE_MINUTES: wholeNumber({ min: 0, max: 1440 }).default(10),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^[\w:-]+$/, 'non ha la forma di un token')
    .optional(),
  TELEGRAM_API_ROOT: apiRoot.default('https://api.telegram.org'),
  TILE_URL: tileUrl.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  ACCESSIBILITY_URL: link.optional(),
  FEEDBACK_URL: link.optional(),
  PRIVACY_URL: link.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `deve essere uno fra ${LOG_LEVELS.join(', ')}`).default('warn'),
});

const environment = variables.refine(
  (given) =>
    (given.MOSQUITTO_DYNSEC_USERNAME === undefined) === (given.MOSQUITTO_DYNSEC_PASSWORD === undefined),
  {
    path: ['MOSQUITTO_DYNSEC_PASSWORD'],
    message: 'va indicata insieme a MOSQUITTO_DYNSEC_USERNAME, o nessuna delle due',
  },
);

export type Config = ReturnType<typeof readConfig>;

/**
 * The settings of docs/impostazioni.md from the environment given, where an empty value counts as absent. Throws a
 * ConfigError naming every wrong one.
 */
export function readConfig(from: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    // One line for each: what else is wrong with a setting shows once that is mended.
    const messages = new Map<string, string>();
    for (const { path, message } of parsed.error.issues.toReversed()) messages.set(path.join('.'), message);
    const lines = [...messages].toReversed().map(([name, message]) => `Impostazione ${name}: ${message}`);
    throw new ConfigError(lines);
  }
  const settings = parsed.data;
  const tls = tlsOfBroker(settings);
  refuseSharedPort(settings);
  return {
    http: { host: settings.HOST, port: settings.PORT, trustedProxies: settings.TRUSTED_PROXIES },
    metricsToken: settings.METRICS_TOKEN,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    secretKey: settings.SECRET_KEY,
    firstAdmin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD },
    requireSecondFactor: settings.REQUIRE_SECOND_FACTOR,
    embeddedBroker: {
      host: settings.EMBEDDED_BROKER_HOST,
      port: settings.EMBEDDED_BROKER_PORT,
      username: settings.EMBEDDED_BROKER_USERNAME,
      password: settings.EMBEDDED_BROKER_PASSWORD,
      hasSharedLogin: settings.EMBEDDED_BROKER_SHARED_LOGIN,
      tls,
    },
    mqtt: {
      host: settings.MQTT_HOST,
      port: settings.MQTT_PORT,
      username: settings.MQTT_USERNAME,
      password: settings.MQTT_PASSWORD,
    },
    mosquittoPlugin: loginOf(settings.MOSQUITTO_DYNSEC_USERNAME, settings.MOSQUITTO_DYNSEC_PASSWORD),
    commandTopic: settings.COMMAND_TOPIC,
    commandConfirmMs: settings.COMMAND_CONFIRM_MS,
    deviceSilenceMs: settings.DEVICE_SILENCE_MINUTES * 60_000,
    scheduleLateMs: settings.SCHEDULE_LATE_MINUTES * 60_000,
    publicSettings: {
      tileUrl: settings.TILE_URL,
      tileAttribution: settings.TILE_ATTRIBUTION,
      accessibilityUrl: settings.ACCESSIBILITY_URL ?? null,
      feedbackUrl: settings.FEEDBACK_URL ?? null,
      privacyUrl: settings.PRIVACY_URL ?? null,
    },
    telegram: { botToken: settings.TELEGRAM_BOT_TOKEN, apiRoot: settings.TELEGRAM_API_ROOT },
    logLevel: settings.LOG_LEVEL,
  };
}

/** Where the embedded broker speaks TLS, and the files for it; undefined when none of the three settings is given. */
function tlsOfBroker(settings: z.infer<typeof environment>) {
  const {
    EMBEDDED_BROKER_TLS_PORT: tlsPort,
    EMBEDDED_BROKER_TLS_CERT: cert,
    EMBEDDED_BROKER_TLS_KEY: key,
  } = settings;
  if (tlsPort === undefined && cert === undefined && key === undefined) return undefined;
  if (tlsPort === undefined || cert === undefined || key === undefined) throw new ConfigError([TLS_TOGETHER]);
  return { port: tlsPort, cert, key };
}

function loginOf(username: string | undefined, password: string | undefined) {
  return username === undefined || password === undefined ? undefined : { username, password };
}

/** The pages and the broker listen on a port each; found here, it is told as what it is. */
function refuseSharedPort(settings: z.infer<typeof environment>): void {
  const { HOST, PORT, EMBEDDED_BROKER_HOST, EMBEDDED_BROKER_PORT } = settings;
  const hosts = [HOST, EMBEDDED_BROKER_HOST];
  const overlap = HOST === EMBEDDED_BROKER_HOST || hosts.some((host) => ['0.0.0.0', '::'].includes(host));
  if (PORT === 0 || PORT !== EMBEDDED_BROKER_PORT || !overlap) return;
  throw new ConfigError([
    `Impostazioni PORT ed EMBEDDED_BROKER_PORT: hanno la stessa porta ${PORT}, ne serve una ciascuna`,
  ]);
}

/** The settings of this process: its environment, completed by a `.env` file in the working folder if there is one. */
export function readProcessConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}
