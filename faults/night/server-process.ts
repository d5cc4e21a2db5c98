import type { OpenDatabase } from '@semaforo/server/database/engine';
import { openDatabase } from '@semaforo/server/database/engine';
import { createAlarmsRepository } from '@semaforo/server/incidents/alarms.repository';
import { createDutyRepository } from '@semaforo/server/incidents/duty.repository';
import { createDutyMaintenance } from '@semaforo/server/incidents/duty-maintenance.repository';
import { createEscalate } from '@semaforo/server/incidents/escalate';
import { createEmailChannel } from '@semaforo/server/notifications/channels/email/email.channel';
import { createCallers } from '@semaforo/server/notifications/channels/http/callers';
import { createDispatcher } from '@semaforo/server/notifications/dispatch';
import { createOutbox } from '@semaforo/server/notifications/outbox';
import type { Logger } from '@semaforo/server/platform/logger';
import { createLogger } from '@semaforo/server/platform/logger';
import { Secret } from '@semaforo/server/platform/secret';
import type { Secrets } from '@semaforo/server/platform/secrets';
import { until } from '@semaforo/testing/until';
import type { Receiver } from './receivers.ts';

const EVERY_MS = 2;
export const SERVER_ID = 'night';

/** What stays when a process dies. */
export type Place = {
  dataDir: string;
  secrets: Secrets;
  sms: Receiver;
  mail: { send: () => Promise<void> };
  now: () => number;
  isLocked: () => boolean;
};

/** A process of the server: its connection, its outbox, its channels, and the escalation. */
export function startProcess(place: Place) {
  const clock = { now: place.now };
  const opened: OpenDatabase = openDatabase({ databaseUrl: undefined, dataDir: place.dataDir });
  const db = opened.db.withPlugin(refuseWhile(place.isLocked));
  const logger: Logger = createLogger('silent');
  let isDead = false;
  const pace = { isReady: () => !isDead, everyMs: EVERY_MS };
  const channels = [
    ...createCallers({
      ...{ db, secrets: place.secrets, ...pace },
      callers: {
        ...{ voice: undefined, modem: undefined, allowsOwn: true },
        sms: {
          ...{ url: new Secret(place.sms.url), method: 'POST', expects: undefined },
          ...{ headers: new Secret({}), body: new Secret('{to} {text}') },
        },
      },
    }),
    createEmailChannel({ ...pace, sendMail: place.mail.send, from: 'semaforo@example.it' }),
  ];
  const outbox = createOutbox({
    ...{ db, clock, serverId: SERVER_ID },
    channels: channels.map(({ name }) => name),
  });
  const dispatchers = channels.map((channel) =>
    createDispatcher({ channel, outbox, secrets: place.secrets, clock, logger }),
  );
  for (const { start } of dispatchers) start();
  const escalate = createEscalate({
    ...{ db, clock, enqueue: outbox.enqueue, escalateMs: 10 * 60_000, repeatMs: 30 * 60_000 },
    ...{ alarms: createAlarmsRepository(db), duty: createDutyRepository(db, place.secrets) },
    ...{ maintenance: createDutyMaintenance(db), makeLink: () => Promise.resolve(undefined) },
  });
  const countDue = async () => {
    const due = opened.db.selectFrom('notifications').select('id').where('finished_at', 'is', null);
    return (await due.where('not_before', '<=', place.now()).execute()).length;
  };
  return {
    /** Looks once, and sends what is due. While the database does not answer nothing happens. */
    step: async () => {
      await escalate().catch(() => undefined);
      if (!place.isLocked()) await until('what is due is tried', async () => (await countDue()) === 0);
    },
    /** Ends where it is: what it was sending is never settled. */
    kill: async () => {
      isDead = true;
      const stopping = dispatchers.map(({ stop }) => stop());
      await opened.close();
      return Promise.allSettled(stopping);
    },
  };
}

/** Refuses every statement while the database is locked, as SQLite does once it has waited. */
function refuseWhile(isLocked: () => boolean): Parameters<OpenDatabase['db']['withPlugin']>[0] {
  return {
    transformQuery: ({ node }) => {
      if (isLocked()) throw new Error('database is locked');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
