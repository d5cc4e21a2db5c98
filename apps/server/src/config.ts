import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Environment, environment, SETTING_NAMES } from './environment.ts';
import type { CallerSettings } from './notifications/channels/http/callers.ts';
import { Secret } from './platform/secret.ts';
import { StartupError } from './platform/startup-error.ts';

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
    http: {
      host: settings.HOST,
      port: settings.PORT,
      trustedProxies: settings.TRUSTED_PROXIES,
      basePath: basePathOf(settings.PUBLIC_URL),
      publicOrigin: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
    },
    metricsToken: settings.METRICS_TOKEN,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    nats: settings.NATS_URL,
    secretKey: settings.SECRET_KEY,
    firstAdmin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD },
    requireSecondFactor: settings.REQUIRE_SECOND_FACTOR,
    sessionIdleMs: settings.SESSION_IDLE_MINUTES * 60_000,
    oidc: oidcOf(settings),
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
    homeAssistant: {
      prefix: settings.HOME_ASSISTANT_DISCOVERY,
      login: loginOf(settings.HOME_ASSISTANT_USERNAME, settings.HOME_ASSISTANT_PASSWORD),
    },
    commandTopic: settings.COMMAND_TOPIC,
    commandConfirmMs: settings.COMMAND_CONFIRM_MS,
    deviceSilenceMs: settings.DEVICE_SILENCE_MINUTES * 60_000,
    keepPastMs: settings.DEVICE_HISTORY_DAYS * 24 * 60 * 60_000,
    keepHistoryMs: daysOrForever(settings.HISTORY_DAYS),
    keepAuditMs: daysOrForever(settings.AUDIT_DAYS),
    audit: {
      syslog: settings.AUDIT_SYSLOG && { ...settings.AUDIT_SYSLOG, caFile: settings.AUDIT_SYSLOG_CA },
      sealMail: settings.AUDIT_SEAL_MAIL,
    },
    scheduleLateMs: settings.SCHEDULE_LATE_MINUTES * 60_000,
    alarms: {
      repeatMs: settings.ALARM_REPEAT_MINUTES * 60_000,
      escalateMs: settings.ALARM_ESCALATE_MINUTES * 60_000,
      holdMs: settings.ALARM_HOLD_MINUTES * 60_000,
      raiseAfterMs: settings.ALARM_RAISE_SECONDS * 1000,
      clearAfterMs: settings.ALARM_CLEAR_SECONDS * 1000,
      lowSupplyV: settings.ALARM_LOW_SUPPLY_V,
      hotC: settings.ALARM_HOT_C,
      rebootsPerHour: settings.ALARM_REBOOTS_PER_HOUR,
    },
    mail: { url: settings.SMTP_URL, from: settings.SMTP_FROM },
    outside: { heartbeat: settings.HEARTBEAT_URL, peer: peerOf(settings) },
    webhooksAllowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK,
    callers: callersOf(settings),
    dutyTestAt: settings.DUTY_TEST_AT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ''),
    pushContact: pushContactOf(settings),
    capKey: settings.CAP_SIGNING_KEY,
    diskLowPercent: settings.DISK_LOW_PERCENT,
    tileUrl: settings.TILE_URL,
    publicSettings: {
      tileAttribution: settings.TILE_ATTRIBUTION,
      accessibilityUrl: settings.ACCESSIBILITY_URL ?? null,
      feedbackUrl: settings.FEEDBACK_URL ?? null,
      privacyUrl: settings.PRIVACY_URL ?? null,
      alarmRaiseSeconds: settings.ALARM_RAISE_SECONDS,
      supportContact: settings.SUPPORT_CONTACT ?? null,
      oidcName: oidcOf(settings)?.name ?? null,
    },
    telegram: { botToken: settings.TELEGRAM_BOT_TOKEN, apiRoot: settings.TELEGRAM_API_ROOT },
    bulletins: {
      url: settings.BULLETIN_URL,
      fileTemplate: settings.BULLETIN_FILE_URL,
      everyMs: settings.BULLETIN_POLL_MINUTES * 60_000,
      keptBytes: settings.BULLETIN_KEEP_MB * 1024 * 1024,
    },
    backups: {
      passphrase: settings.BACKUP_PASSPHRASE,
      dir: settings.BACKUP_DIR,
      everyMs: settings.BACKUP_EVERY_HOURS * 60 * 60_000,
      keep: settings.BACKUP_KEEP,
    },
    logLevel: settings.LOG_LEVEL,
  };
}

/** The path under which a proxy has the console: '' at the root of its host. */
function basePathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Whom the operators of push services may ask: some take nothing from who says nobody. */
function pushContactOf({ PUSH_CONTACT, SMTP_FROM, PUBLIC_URL }: Environment): string | undefined {
  if (PUSH_CONTACT !== undefined) return PUSH_CONTACT;
  if (SMTP_FROM !== undefined) return `mailto:${SMTP_FROM}`;
  return PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : undefined;
}

/** The other installation, which has the same key. */
function peerOf({ PEER_WATCH_URL: url, PEER_WATCH_KEY: key }: Environment) {
  return url === undefined || key === undefined
    ? undefined
    : { url: `${url.replace(/\/$/, '')}/api/watch`, key };
}

/** By what people on duty are called: providers of SMS and calls, or a modem. */
function callersOf(settings: Environment): CallerSettings {
  const { SMS_URL: sms, VOICE_URL: voice } = settings;
  const outbox = settings.SMS_MODEM_OUTBOX;
  return {
    sms: sms && {
      ...{ url: sms, method: settings.SMS_METHOD, body: settings.SMS_BODY, expects: settings.SMS_EXPECT },
      headers: settings.SMS_HEADERS ?? new Secret({}),
    },
    voice: voice && {
      ...{ url: voice, method: settings.VOICE_METHOD, body: settings.VOICE_BODY },
      ...{ headers: settings.VOICE_HEADERS ?? new Secret({}), expects: settings.VOICE_EXPECT },
    },
    allowsOwn: settings.WEBHOOK_ALLOW_LOOPBACK,
    modem:
      outbox === undefined
        ? undefined
        : {
            outbox,
            sent: settings.SMS_MODEM_SENT ?? join(outbox, '../sent'),
            error: settings.SMS_MODEM_ERROR ?? join(outbox, '../error'),
          },
  };
}

/** Undefined for 0: nothing is deleted. */
function daysOrForever(days: number): number | undefined {
  return days === 0 ? undefined : days * 24 * 60 * 60_000;
}

/** Where the embedded broker speaks TLS, and the files for it; undefined when none of the three settings is given. */
function tlsOfBroker(settings: Environment) {
  const {
    EMBEDDED_BROKER_TLS_PORT: tlsPort,
    EMBEDDED_BROKER_TLS_CERT: cert,
    EMBEDDED_BROKER_TLS_KEY: key,
  } = settings;
  if (tlsPort === undefined && cert === undefined && key === undefined) return undefined;
  if (tlsPort === undefined || cert === undefined || key === undefined) throw new ConfigError([TLS_TOGETHER]);
  return { port: tlsPort, cert, key };
}

/** Undefined: only local log-ins. */
function oidcOf(settings: Environment) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, clientSecret, roles: settings.OIDC_ROLES, name: settings.OIDC_NAME };
}

function loginOf(username: string | undefined, password: string | undefined) {
  return username === undefined || password === undefined ? undefined : { username, password };
}

/** The pages and the broker listen on a port each; found here, it is told as what it is. */
function refuseSharedPort(settings: Environment): void {
  const { HOST, PORT, EMBEDDED_BROKER_HOST: brokerHost = '127.0.0.1', EMBEDDED_BROKER_PORT } = settings;
  const hosts = [HOST, brokerHost];
  const overlap = HOST === brokerHost || hosts.some((host) => ['0.0.0.0', '::'].includes(host));
  if (PORT === 0 || PORT !== EMBEDDED_BROKER_PORT || !overlap) return;
  throw new ConfigError([
    `Impostazioni PORT ed EMBEDDED_BROKER_PORT: hanno la stessa porta ${PORT}, ne serve una ciascuna`,
  ]);
}

/**
 * The settings of this process: its environment, completed by a `.env` file in the working folder if there is one. Of
 * the file only settings count: it must not say what code Node and other programs load.
 */
export function readProcessConfig(): Config {
  const written = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const settings = Object.entries(written).filter(([name]) => SETTING_NAMES.has(name));
  return readConfig({ ...Object.fromEntries(settings), ...process.env });
}
