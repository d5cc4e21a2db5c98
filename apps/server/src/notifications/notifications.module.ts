import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';
import { createEmailChannel } from './channels/email/email.channel.ts';
import { createSmtpMail } from './channels/email/smtp-mail.adapter.ts';
import { createBrowsersRepository } from './channels/push/browsers.repository.ts';
import { createPushChannel, createSendToBrowser } from './channels/push/push.channel.ts';
import { createPushHandlers } from './channels/push/push.routes.ts';
import { createKeptKeys } from './channels/push/push-keys.repository.ts';
import { createPushNetwork, isPushService, type PushNetwork } from './channels/push/push-network.adapter.ts';
import { createTelegramChannel, type TelegramSender } from './channels/telegram/telegram.channel.ts';
import { createDeviceErrors, type FailingDevice } from './device-errors.ts';
import { createDispatcher } from './dispatch.ts';
import { createLeader } from './leader.ts';
import { createNews, type NewsSources } from './news.ts';
import type { ChannelName } from './notification.ts';
import { createAnnounce, createNotifiedRepository } from './notified.repository.ts';
import type { Outbox } from './outbox.ts';
import { createReach } from './reach.ts';

/** What only tests replace: how long changes are held, how often the outbox is read and how soon it is tried again. */
export type NotificationOverrides = {
  errorWindowMs?: number;
  outageAfterMs?: number;
  everyMs?: number;
  retryMs?: number;
  network?: PushNetwork;
};

export type MailSettings = { url: Secret | undefined; from: string | undefined };

const HOUR_MS = 3_600_000;
const READ_EVERY_MS = 1000;
const KEPT_MS = 30 * 24 * HOUR_MS;
/** After a crash, the end of older commands is not notified any more. */
const NOTIFIED_AFTER_A_CRASH_MS = 10 * 60_000;
const GAUGES: Readonly<Record<ChannelName, readonly [name: string, help: string]>> = {
  telegram: ['semaforo_bot_messages_waiting', 'Messages that wait to be sent by the bot'],
  email: ['semaforo_alarm_mails_waiting', 'E-mails that wait to be taken by the mail server'],
  push: [
    'semaforo_push_messages_waiting',
    'Notifications that wait to be taken by the push services of browsers',
  ],
};

/** The channels that are set up; what is for others is not stored. */
export function channelsOf(config: {
  mail: MailSettings;
  telegram: { botToken: Secret | undefined };
}): ChannelName[] {
  const hasMail = config.mail.url !== undefined && config.mail.from !== undefined;
  return [
    ...(config.telegram.botToken === undefined ? [] : (['telegram'] as const)),
    ...(hasMail ? (['email'] as const) : []),
    'push',
  ];
}

/** Notifies people of what happens, by Telegram, e-mail and in their browsers. It commands nothing. */
export function createNotificationsModule(
  deps: NewsSources & {
    db: Kysely<Database>;
    serverId: string;
    outbox: Outbox;
    secrets: Pick<Secrets, 'seal' | 'open'>;
    mail: MailSettings;
    /** Undefined without a bot: then nothing that is only for chats is observed. */
    telegram: TelegramSender | undefined;
    /** Whom the operator of a push service may ask. */
    contact: string | undefined;
    /** 'Firefox su Android'. */
    nameOf: (userAgent: string | null) => string;
    findDevice: (id: number) => FailingDevice | undefined;
    failingIds: () => readonly number[];
    /** The commands to all devices that ended without the confirmation of all of them. */
    failedCommands: {
      /** Those to which the deliveries belong. */
      listAmong: (deliveryIds: readonly number[]) => Promise<readonly number[]>;
      /** Those that this server accepted since a time (epoch ms). */
      listOwnSince: (since: number) => Promise<readonly number[]>;
    };
    brokerState: () => BrokerState;
    overrides: NotificationOverrides | undefined;
    counters: Pick<Counters, 'registry'>;
    clock: Clock;
    monotonicClock: MonotonicClock;
    logger: Logger;
  },
) {
  const { db, outbox, telegram, mail, clock, logger, overrides = {} } = deps;
  const { everyMs = READ_EVERY_MS, retryMs, network } = overrides;
  const leader = createLeader({ lease: createLease(db, 'notices', deps.serverId), clock, logger });
  const { isLeader } = leader;
  const browsers = createBrowsersRepository(db);
  const keys = createKeptKeys(deps);
  const sendMail =
    mail.url === undefined || mail.from === undefined
      ? undefined
      : createSmtpMail({ url: mail.url, from: mail.from });
  const sendToBrowser = createSendToBrowser({
    ...{ keys, clock, contact: deps.contact, send: createPushNetwork(network) },
  });
  const pace = { isReady: isLeader, everyMs, retryMs };
  const dispatchers = [
    ...(telegram ? [createTelegramChannel({ ...deps, telegram })] : []),
    ...(sendMail ? [createEmailChannel({ ...pace, sendMail })] : []),
    createPushChannel({ ...pace, browsers, send: sendToBrowser }),
  ].map((channel) => {
    measureWaiting(deps.counters.registry, outbox, channel.name);
    return createDispatcher({ channel, outbox, clock, logger });
  });
  if (!sendMail) measureWaiting(deps.counters.registry, outbox, 'email');
  const cleanUp = createInterval({
    name: 'notifications-clean-up',
    everyMs: HOUR_MS,
    logger,
    work: () => outbox.deleteFinishedBefore(clock.now() - KEPT_MS),
  });
  const observers = createObservers({ ...deps, isLeader, overrides });

  return {
    handlers: createPushHandlers({
      ...{ browsers, clock, nameOf: deps.nameOf },
      publicKey: async () => (await keys()).publicKey,
      isService: network?.isService ?? isPushService,
    }),
    ...observers.events,
    isLeader,
    /** Ways to somebody on duty that need no database later. */
    reach: createReach({ telegram, sendMail, browsers, sendToBrowser, keys, clock }),
    /** What waits for the mail server, and what it said of the last one that it did not take; null: it takes them. */
    readMail: async () =>
      sendMail
        ? {
            configured: true,
            waiting: await outbox.countWaiting('email'),
            failure: await outbox.lastFailure('email'),
          }
        : { configured: false, waiting: 0, failure: null },
    /** To be called once devices and their states are loaded. */
    start: async () => {
      await leader.start(observers.onElected);
      observers.start();
      for (const { start } of dispatchers) start();
      cleanUp.start();
    },
    /** Resolves once all that was reported is stored. What is not sent yet is sent after the next start. */
    stop: async () => {
      await observers.stop();
      await leader.stop();
      await Promise.all([...dispatchers.map(({ stop }) => stop()), cleanUp.stop()]);
    },
  };
}

function measureWaiting(
  registry: Registry,
  outbox: Pick<Outbox, 'countWaiting'>,
  channel: ChannelName,
): void {
  const [name, help] = GAUGES[channel];
  addMeasuredGauge(registry, { name, help, read: () => outbox.countWaiting(channel) });
}

/** What reports to the pipeline: each function returns at once, and what fails is logged. */
function createObservers(
  deps: Omit<Parameters<typeof createNotificationsModule>[0], 'overrides'> & {
    isLeader: () => boolean;
    overrides: NotificationOverrides;
  },
) {
  const { db, outbox, failedCommands, logger, overrides } = deps;
  const running = new Set<Promise<void>>();
  const attempt = (work: () => Promise<void>) => {
    const attempted = work()
      .catch((error: unknown) => logger.error({ err: error }, 'a notification could not be stored'))
      .finally(() => running.delete(attempted));
    running.add(attempted);
  };
  const settle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  const watching = {
    ...{ ...deps, ...overrides },
    notified: createNotifiedRepository(db),
    announce: createAnnounce(db, outbox.enqueue),
  };
  // What is observed is for chats only.
  const errors = deps.telegram && createDeviceErrors(watching);
  const outage = deps.telegram && createBrokerOutage(watching);
  const news = createNews({ ...deps, enqueue: outbox.enqueue });

  return {
    events: {
      /** A device reported, failed or was commanded. */
      deviceChanged: ({ id }: { id: number }) => errors?.note(id),
      /** The lists of owners changed; `replaced` was deleted or became another device. */
      devicesChanged: (replaced?: { id: number }) => {
        if (replaced) errors?.forget(replaced.id);
        errors?.ownersChanged();
      },
      /** The final state of these deliveries is stored. */
      deliveriesEnded: (ids: readonly number[]) => {
        if (deps.telegram) attempt(async () => news.commandsEnded(await failedCommands.listAmong(ids)));
      },
      scheduleMissed: (missed: Parameters<typeof news.scheduleMissed>[0]) =>
        attempt(() => news.scheduleMissed(missed)),
      /** The first of a series of backups that failed. */
      backupFailed: (failure: Parameters<typeof news.backupFailed>[0]) =>
        attempt(() => news.backupFailed(failure)),
      /** An alert was proposed, decided, begun or ended. */
      alertChanged: (alertId: number) => attempt(() => news.alertChanged(alertId)),
      forecast: (forecast: Parameters<typeof news.forecast>[0]) => attempt(() => news.forecast(forecast)),
      /** The newest bulletin is too old; once of each. */
      bulletinStale: (bulletin: Parameters<typeof news.bulletinStale>[0]) =>
        attempt(() => news.bulletinStale(bulletin)),
      brokerChanged: (state: BrokerState) => outage?.note(state),
    },
    onElected: () => {
      errors?.onElected();
      outage?.onElected();
    },
    start: () => {
      if (!deps.telegram) return;
      // The process may have crashed between the end of a command and its notification.
      const since = deps.clock.now() - NOTIFIED_AFTER_A_CRASH_MS;
      attempt(async () => news.commandsEnded(await failedCommands.listOwnSince(since)));
      outage?.note(deps.brokerState());
    },
    stop: async () => {
      await Promise.all([errors?.stop(), outage?.stop(), settle()]);
    },
  };
}
