import type { Kysely } from 'kysely';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createDeliverPushes } from './deliver-pushes.ts';
import { createPushHandlers } from './push.routes.ts';
import { createPushDevicesRepository } from './push-devices.repository.ts';
import { loadPushKeys } from './push-keys.repository.ts';
import { createPushMessages, storePush } from './push-messages.repository.ts';
import { createPushNetwork, type PushNetwork } from './push-network.adapter.ts';
import { toPayload } from './push-payload.ts';
import { isPushService } from './push-services.ts';
import {
  alarmMessage,
  alertAudience,
  alertMessage,
  approvalMessage,
  type PushedAlert,
  type PushedApproval,
} from './push-words.ts';
import { createSendToBrowser, failureOf } from './send-to-browser.ts';
import type { VapidKeys } from './vapid.ts';

/** What only tests replace. */
export type PushOverrides = { network?: PushNetwork; everyMs?: number; retryMs?: number };

const EVERY_MS = 5000;
/** Another server takes over when the holder was not heard of for so many looks. */
const LOOKS_OF_LEASE = 6;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Notifications in the browsers of people: words of what waits for them. They command nothing and change no lamp. */
export function createPushModule(needs: {
  db: Kysely<Database>;
  serverId: string;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  contact: string | undefined;
  findAlert: (id: number) => Promise<PushedAlert | undefined>;
  listWaiting: () => Promise<readonly PushedApproval[]>;
  nameOf: (userAgent: string | null) => string;
  formatTime: (instant: number) => string;
  overrides: PushOverrides | undefined;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  logger: Logger;
}) {
  const { db, clock, logger, formatTime, overrides = {} } = needs;
  const { network, everyMs = EVERY_MS, retryMs } = overrides;
  const devices = createPushDevicesRepository(db);
  const messages = createPushMessages(db);
  addMeasuredGauge(needs.counters.registry, {
    name: 'semaforo_push_messages_waiting',
    help: 'Notifications that wait to be taken by the push services of browsers',
    read: messages.countWaiting,
  });
  const lease = createLease(db, 'push', needs.serverId);
  const keys = createKeptKeys(needs);
  const warn = (error: unknown) => logger.warn({ err: error }, 'a notification was not stored');
  let telling = Promise.resolve();
  const send = createSendToBrowser({
    ...{ keys, clock, contact: needs.contact, send: createPushNetwork(network) },
  });
  const deliver = createDeliverPushes({
    ...{ messages, clock, logger, send },
    ...(retryMs !== undefined && { retryMs }),
  });
  const tellOfAlert = async (alertId: number) => {
    const now = clock.now();
    const alert = await needs.findAlert(alertId);
    const message = alert && alertMessage(alert, { now, formatTime });
    if (!message) return;
    const audience = alertAudience(alert, now);
    await storePush(db, await messages.listAudience(audience), message, now);
  };
  const tellOfApprovals = async () => {
    const now = clock.now();
    for (const approval of await needs.listWaiting()) {
      const audience = { ownerIds: approval.ownerIds, withAdmins: true, not: approval.asker?.id ?? null };
      const message = approvalMessage(approval, { now, formatTime });
      await storePush(db, await messages.listAudience(audience), message, now);
    }
  };
  const sending = createInterval({
    name: 'push',
    everyMs,
    logger,
    work: async () => {
      const now = clock.now();
      if (!(await lease.hold({ now, until: now + LOOKS_OF_LEASE * everyMs, working: true }))) return;
      await devices.removeEnded();
      await messages.deleteFinished(now - KEPT_MS);
      await tellOfApprovals();
      await deliver();
    },
  });
  return {
    handlers: createPushHandlers({
      ...{ devices, clock, nameOf: needs.nameOf },
      publicKey: async () => (await keys()).publicKey,
      isService: network?.isService ?? isPushService,
    }),
    /** An alert was made or decided: whose it is, is told if it waits for a person. */
    alertChanged: (alertId: number) => {
      telling = telling.then(() => tellOfAlert(alertId)).catch(warn);
    },
    /** Stores the notification of an alarm for one browser, in the transaction of what is told. */
    tellOfAlarm: (
      transaction: Kysely<Database>,
      {
        pushId,
        key,
        alarmId,
        text,
        now,
      }: { pushId: number; key: string; alarmId: number; text: string; now: number },
    ) => storePush(transaction, [pushId], alarmMessage({ id: alarmId, key, text }), now),
    /** A way to a browser that needs no database later; undefined when it is gone. */
    reachBrowser: async (id: number) => {
      const [browser] = await Promise.all([devices.findById(id), keys()]);
      if (!browser) return undefined;
      return async ({ key, text }: { key: string; text: string }) => {
        const message = alarmMessage({ id: null, key, text });
        const failure = failureOf(await send(browser, toPayload(message), clock.now() + message.ttlMs));
        if (failure !== null) throw new Error(failure);
      };
    },
    start: sending.start,
    stop: async () => {
      await Promise.all([sending.stop(), telling]);
      await lease.release().catch((error: unknown) => {
        logger.info({ err: error }, 'lease of notifications not released: it expires by itself');
      });
    },
  };
}

/** Read when somebody needs them first; after a failure they are read again. */
function createKeptKeys(needs: Parameters<typeof loadPushKeys>[0]): () => Promise<VapidKeys> {
  let kept: Promise<VapidKeys> | undefined;
  return () => {
    kept ??= loadPushKeys(needs).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
