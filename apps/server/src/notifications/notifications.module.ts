import type { Kysely } from 'kysely';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Channel } from './channel.port.ts';
import { createEmailChannel, type SendMail } from './channels/email/email.channel.ts';
import { createMailServer } from './channels/email/mail-server.ts';
import { type CallerSettings, createCallers } from './channels/http/callers.ts';
import { createBrowsersRepository } from './channels/push/browsers.repository.ts';
import { areUsable } from './channels/push/encrypt-push.ts';
import { createPushChannel } from './channels/push/push.channel.ts';
import { createPushHandlers } from './channels/push/push.routes.ts';
import { createKeptKeys } from './channels/push/push-keys.repository.ts';
import {
  createPushNetwork,
  isPushService,
  type PostPush,
  type PushNetwork,
} from './channels/push/push-network.ts';
import { createSubscribersRepository } from './channels/push/subscribers.repository.ts';
import { createTelegramChannel, type TelegramSender } from './channels/telegram/telegram.channel.ts';
import { createFollowDevices, type ReadOutboundDevice } from './channels/webhooks/follow-devices.ts';
import { createFollowEvents } from './channels/webhooks/follow-events.ts';
import { createWebhookChannel } from './channels/webhooks/webhook.channel.ts';
import { createWebhookHandlers } from './channels/webhooks/webhook.routes.ts';
import { createWebhookNetwork } from './channels/webhooks/webhook-network.ts';
import { createWebhooksRepository } from './channels/webhooks/webhooks.repository.ts';
import { createDeviceErrors, type FailingDevice } from './device-errors.ts';
import { createDispatcher } from './dispatch.ts';
import { createLeader } from './leader.ts';
import type { ChannelName, ListEvents, ReachPerson } from './notification.ts';
import { createNotifiedRepository } from './notified.repository.ts';
import { IN_BROWSERS_MS, type Outbox } from './outbox.ts';
import { findRecipients } from './recipients.ts';

/** What only tests replace: how long changes are held, how often the outbox is read and how soon it is tried again. */
export type NotificationOverrides = {
  errorWindowMs?: number;
  everyMs?: number;
  retryMs?: number;
  network?: PushNetwork;
  sendMail?: SendMail;
  postPush?: PostPush;
};

export type MailSettings = { url: Secret | undefined; from: string | undefined };

const HOUR_MS = 3_600_000;
const READ_EVERY_MS = 1000;
const KEPT_MS = 30 * 24 * HOUR_MS;
/** Without the outbox a message goes within this, or its sender tries again. */
const REACHED_WITHIN_MS = 10_000;
const GAUGES: Readonly<Record<ChannelName, readonly [name: string, help: string]>> = {
  telegram: ['semaforo_bot_messages_waiting', 'Messages that wait to be sent by the bot'],
  email: ['semaforo_alarm_mails_waiting', 'E-mails that wait to be taken by the mail server'],
  push: [
    'semaforo_push_messages_waiting',
    'Notifications that wait to be taken by the push services of browsers',
  ],
  webhook: ['semaforo_webhook_deliveries_waiting', 'Deliveries that wait to be taken by other systems'],
  ntfy: ['semaforo_ntfy_messages_waiting', 'Messages that wait to be taken by servers of ntfy'],
  gotify: ['semaforo_gotify_messages_waiting', 'Messages that wait to be taken by servers of Gotify'],
  sms: ['semaforo_sms_waiting', 'SMS that wait to be taken by the provider or the modem'],
  voice: ['semaforo_voice_calls_waiting', 'Calls that wait to be taken by the provider'],
  citizens: [
    'semaforo_citizen_messages_waiting',
    'Notifications of citizens that wait to be taken by the push services of browsers',
  ],
};

/** The channels that are set up; what is for others is not stored. */
export function channelsOf(config: {
  mail: MailSettings;
  telegram: { botToken: Secret | undefined };
  callers: CallerSettings;
}): ChannelName[] {
  const { mail, callers } = config;
  const isSetUp: Partial<Record<ChannelName, boolean>> = {
    telegram: config.telegram.botToken !== undefined,
    email: mail.url !== undefined && mail.from !== undefined,
    sms: callers.sms !== undefined || callers.modem !== undefined,
    voice: callers.voice !== undefined,
  };
  const names = [
    'telegram',
    'email',
    'push',
    'citizens',
    'ntfy',
    'gotify',
    'sms',
    'voice',
    'webhook',
  ] as const;
  return names.filter((name) => isSetUp[name] ?? true);
}

/** Notifies people of what happens, by all channels that are set up, and other systems. It commands nothing. */
export function createNotificationsModule(deps: {
  db: Kysely<Database>;
  serverId: string;
  outbox: Outbox;
  /** Resolves once all that was reported is stored. */
  notified: () => Promise<void>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  mail: MailSettings;
  callers: CallerSettings;
  /** Undefined without a bot: then nothing that is only for chats is observed. */
  telegram: TelegramSender | undefined;
  /** Whom the operator of a push service may ask. */
  contact: string | undefined;
  /** 'Firefox su Android'. */
  nameOf: (userAgent: string | null) => string;
  devices: {
    reports: Events<{ device: { id: number } }>;
    changes: Events<{ id: number }>;
    /** The lists of owners changed; `replaced` was deleted or became another device. */
    listEvents: Events<{ replaced?: { id: number } }>;
  };
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  /** For other systems: what happened, from what is stored, and how a device is. */
  outbound: {
    events: readonly ListEvents[];
    readDevice: ReadOutboundDevice;
    listDeviceIds: () => readonly number[];
    allowsLoopback: boolean;
  };
  overrides: NotificationOverrides | undefined;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
}) {
  const { db, outbox, telegram, mail, clock, logger, overrides = {} } = deps;
  const {
    everyMs = READ_EVERY_MS,
    retryMs,
    network,
    sendMail,
    postPush = createPushNetwork(network),
  } = overrides;
  const leader = createLeader({ lease: createLease(db, 'notices', deps.serverId), clock, logger });
  const { isLeader } = leader;
  const browsers = createBrowsersRepository(db);
  const subscribers = createSubscribersRepository(deps);
  const keys = createKeptKeys(deps);
  const publicKey = async () => (await keys()).publicKey;
  const isService = network?.isService ?? isPushService;
  const pace = { isReady: isLeader, everyMs, retryMs };
  const webhooks = createWebhooks({ ...deps, everyMs, isLeader });
  const channels = [
    ...(telegram ? [createTelegramChannel({ ...deps, telegram })] : []),
    ...(mail.url && mail.from
      ? [createEmailChannel({ ...pace, sendMail: sendMail ?? createMailServer(mail.url), from: mail.from })]
      : []),
    ...createCallers({ ...deps, ...pace }),
    // Apart: what thousands of citizens are told delays no alarm.
    ...(['push', 'citizens'] as const).map((name) =>
      createPushChannel({
        ...{ ...pace, name, keys, clock, contact: deps.contact, post: postPush },
        browsers: name === 'push' ? browsers : subscribers,
      }),
    ),
    createWebhookChannel({ ...pace, ...webhooks, clock }),
  ];
  const dispatchers = channels.map((channel) => createDispatcher({ ...deps, channel }));
  for (const channel of new Set(['email' as const, ...channels.map(({ name }) => name)])) {
    const [name, help] = GAUGES[channel];
    addMeasuredGauge(deps.counters.registry, { name, help, read: () => outbox.countWaiting(channel) });
  }
  const cleanUp = createInterval({
    name: 'notifications-clean-up',
    everyMs: HOUR_MS,
    logger,
    work: () => outbox.deleteFinishedBefore(clock.now() - KEPT_MS),
  });
  const notified = createNotifiedRepository(db, outbox.enqueue);
  // What is observed is for chats only.
  const errors = telegram && createDeviceErrors({ ...deps, ...overrides, isLeader, notified });
  if (errors) {
    deps.devices.reports.subscribe(({ device }) => errors.note(device.id));
    deps.devices.changes.subscribe(({ id }) => errors.note(id));
    deps.devices.listEvents.subscribe(({ replaced }) => {
      if (replaced) errors.forget(replaced.id);
      errors.ownersChanged();
    });
  }

  return {
    name: 'notifications',
    routes: {
      ...createPushHandlers({
        ...{ browsers, clock, nameOf: deps.nameOf },
        ...{ publicKey, isService },
      }),
      ...webhooks.routes,
    },
    /** The browsers of citizens: false when no push service is there, the keys are no good or there are too many. */
    subscriptions: {
      publicKey,
      add: async (userId: number, asked: Parameters<typeof subscribers.add>[1]) =>
        isService(new URL(asked.endpoint)) && areUsable(asked) && subscribers.add(userId, asked),
      remove: subscribers.remove,
    },
    isLeader,
    reach: createReach({ db, channels, clock }),
    /** What waits for the mail server, and why it did not take the last one; null: it took it. */
    readMail: async () =>
      channels.some(({ name }) => name === 'email')
        ? {
            ...{ configured: true, waiting: await outbox.countWaiting('email') },
            failure: await outbox.lastFailure('email'),
          }
        : { configured: false, waiting: 0, failure: null },
    /** To be called once devices and their states are loaded. */
    start: async () => {
      await leader.start(() => errors?.onElected());
      webhooks.following.start();
      for (const { start } of dispatchers) start();
      cleanUp.start();
    },
    /** Resolves once all that was reported is stored. What is not sent yet is sent after the next start. */
    stop: async () => {
      await Promise.all([errors?.stop(), deps.notified(), webhooks.following.stop()]);
      await leader.stop();
      await Promise.all([...dispatchers.map(({ stop }) => stop()), cleanUp.stop()]);
    },
  };
}

/** Finds ways around the outbox, which is in the database. */
function createReach({
  db,
  channels,
  clock,
}: {
  db: Kysely<Database>;
  channels: readonly Channel[];
  clock: Clock;
}): ReachPerson {
  return async (person) => {
    const ways = (await findRecipients(db, person)).map(async (to) => {
      const send = await channels.find(({ name }) => name === to.channel)?.open(to);
      return send ? [{ name: to.channel, send }] : [];
    });
    return (await Promise.all(ways)).flat().map(({ name, send }) => ({
      name,
      send: async (message) => {
        const now = clock.now();
        const outgoing = {
          ...message,
          attempts: 0,
          partsSent: 0,
          createdAt: now,
          expiresAt: now + IN_BROWSERS_MS,
        };
        const attempt = await send(outgoing, AbortSignal.timeout(REACHED_WITHIN_MS));
        if ('failure' in attempt) throw new Error(attempt.failure);
      },
    }));
  };
}

/** Other systems: who they are, and what is stored for them. */
function createWebhooks(
  deps: Pick<
    Parameters<typeof createNotificationsModule>[0],
    'db' | 'secrets' | 'outbox' | 'outbound' | 'devices' | 'clock' | 'logger'
  > & { everyMs: number; isLeader: () => boolean },
) {
  const { db, outbox, outbound, clock, logger } = deps;
  const repository = createWebhooksRepository(db, deps.secrets);
  const { isRefused, post } = createWebhookNetwork(outbound);
  const { enqueue } = outbox;
  const events = createFollowEvents({ db, enqueue, clock, sources: outbound.events });
  const devices = createFollowDevices({
    ...{ db, enqueue, clock, read: outbound.readDevice, listIds: outbound.listDeviceIds },
  });
  deps.devices.reports.subscribe(({ device }) => devices.note(device.id));
  deps.devices.changes.subscribe(({ id }) => devices.note(id));
  const following = createInterval({
    name: 'webhook-events',
    everyMs: deps.everyMs,
    logger,
    work: async () => {
      const subscriptions = deps.isLeader() ? await repository.listSubscriptions() : [];
      if (subscriptions.length === 0) {
        events.reset();
        devices.reset();
        return;
      }
      await events.follow(subscriptions);
      await devices.follow(subscriptions);
    },
  });
  return {
    ...{ find: repository.find, post, following },
    routes: createWebhookHandlers({ db, repository, isRefused, enqueue, clock }),
  };
}
