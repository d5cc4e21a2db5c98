import type { FastifyInstance } from 'fastify';
import type { BotTiming } from './bot/bot.module.ts';
import type { Telegram } from './bot/telegram/telegram.port.ts';
import type { DeviceLogins } from './broker/device-logins.port.ts';
import type { CreateConnector } from './broker/mqtt-connection.port.ts';
import type { BulletinTiming } from './bulletins/bulletins.module.ts';
import type { DocumentSource } from './bulletins/document-source.port.ts';
import type { ShareLimits } from './http/fair-shares.ts';
import type { AlarmTiming } from './incidents/incidents.module.ts';
import type { LivePort } from './live/live.port.ts';
import type { NotificationOverrides } from './notifications/notifications.module.ts';
import type { BackupTiming } from './operations/backup-schedule.ts';
import type { Clock, MonotonicClock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import type { RetryBounds } from './platform/retry-delay.ts';
import type { PublicTiming } from './public/public.module.ts';
import type { PasswordCost } from './users/passwords.port.ts';

/** The networks of the server. The simulation has its own. */
export type Networks = {
  createConnector: CreateConnector;
  telegram: Telegram;
  documents: DocumentSource;
  pages: LivePort;
  /** Takes the place of listening. Resolves to the address of the server. */
  listen: (http: FastifyInstance) => Promise<string>;
};

/** What only tests replace. */
export type AppOverrides = {
  clock?: Clock;
  monotonicClock?: MonotonicClock;
  /** In place of the clock of PostgreSQL. */
  databaseClock?: Clock;
  logger?: Logger;
  reconnectBounds?: RetryBounds;
  alarmTiming?: AlarmTiming;
  botTiming?: BotTiming;
  bulletinTiming?: BulletinTiming;
  /** False: no zones and Comuni on the first start. */
  fillsZones?: boolean;
  deviceLogins?: DeviceLogins;
  /** The program of the embedded broker's thread. */
  brokerWorker?: URL;
  /** The program that makes backups. */
  backupProgram?: URL;
  backupTiming?: BackupTiming;
  notifications?: NotificationOverrides;
  publicTiming?: PublicTiming;
  lampTestStepMs?: number;
  shareLimits?: ShareLimits;
  /** False where the test's own thread has another connection to the same SQLite: one would wait for the other. */
  sharesTurns?: boolean;
  passwordCost?: PasswordCost;
  networks?: Networks;
};
