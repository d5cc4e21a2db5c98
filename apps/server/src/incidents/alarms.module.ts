import { ALARM_STATES, type AlarmState } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import { createAlarmHandlers } from './alarm.routes.ts';
import { createAlarmPlans } from './alarm-plans.repository.ts';
import { createAlarmsRepository } from './alarms.repository.ts';
import { createDeliverMails } from './deliver-mails.ts';
import { createDutyRepository } from './duty.repository.ts';
import { createEscalate, type TellBrowser, type TellChat } from './escalate.ts';
import { readMailState } from './mail-state.ts';
import { createAlarmPruning } from './prune-alarms.repository.ts';
import { createRaisedThings } from './raised-things.ts';
import type { ReachById } from './reach-people.ts';
import { createSmtpMail } from './smtp-mail.adapter.ts';
import { type SystemTrouble, toParts } from './system-parts.ts';
import { createWatchAlarms, type DeviceTrouble } from './watch-alarms.ts';
import { createOutageWatch } from './watch-database.ts';

/** How often it looks; tests wait less. */
export type AlarmTiming = { lookEveryMs: number; retryMailMs?: number };

const ALARM_TIMING: AlarmTiming = { lookEveryMs: 5000 };
/** Another server takes over when the holder was not heard of for so many looks. */
const LOOKS_OF_LEASE = 6;
const PRUNE_EVERY_MS = 5000;

/** Alarms with a life: opened by the machine, taken in charge by people. They command nothing and change no lamp. */
export function createAlarmsModule(needs: {
  db: Kysely<Database>;
  serverId: string;
  settings: { escalateMs: number; holdMs: number; raiseAfterMs: number; clearAfterMs: number };
  /** Undefined: closed alarms are kept. */
  keepMs: number | undefined;
  mail: { url: Secret | undefined; from: string | undefined };
  timing: AlarmTiming | undefined;
  readDevices: () => Promise<readonly DeviceTrouble[]>;
  readSystem: () => Promise<SystemTrouble>;
  hearsDevices: () => boolean;
  listDevices: Parameters<typeof createAlarmHandlers>[0]['listDevices'];
  tellChat: TellChat | undefined;
  tellBrowser: TellBrowser;
  /** The same people by ways that need no database. */
  reach: { chat: ReachById | undefined; browser: ReachById };
  formatTime: (instant: number) => string;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  logger: Logger;
}) {
  const { db, settings, mail, keepMs, clock, logger, timing = ALARM_TIMING } = needs;
  const events = createEventChannel<{ ownerIds: readonly (number | null)[] }>({
    name: 'alarm-events',
    logger,
  });
  const repository = createAlarmsRepository(db);
  const duty = createDutyRepository(db);
  const lease = createLease(db, 'alarms', needs.serverId);
  const sendMail =
    mail.url === undefined || mail.from === undefined
      ? undefined
      : createSmtpMail({ url: mail.url, from: mail.from });
  const hasMail = sendMail !== undefined;
  const readMail = () => readMailState(db, hasMail);
  measureAlarms(needs.counters.registry, { db, countMails: async () => (await readMail()).waiting });
  const changed = (ownerId: number | null) => events.publish({ ownerIds: [ownerId] });
  const leads = () => {
    const now = clock.now();
    return lease.hold({ now, until: now + LOOKS_OF_LEASE * timing.lookEveryMs, working: true });
  };
  const watch = createWatchAlarms({
    ...{ leads, clock },
    readDevices: needs.readDevices,
    readSystem: async () => toParts(await needs.readSystem()),
    hearsDevices: needs.hearsDevices,
    things: createRaisedThings(settings),
    plans: createAlarmPlans(db),
    graceMs: settings.clearAfterMs,
  });
  const escalate = createEscalate({
    ...{ db, duty, hasMail, clock, alarms: repository, escalateMs: settings.escalateMs },
    tellChat: needs.tellChat ?? (() => Promise.resolve()),
    tellBrowser: needs.tellBrowser,
  });
  const deliver =
    sendMail &&
    createDeliverMails({
      ...{ db, clock, logger, send: sendMail },
      ...(timing.retryMailMs !== undefined && { retryMs: timing.retryMailMs }),
    });
  const outage = createOutageWatch({
    ...{ db, duty, clock, logger, changed, everyMs: timing.lookEveryMs, leads },
    ...{ raiseAfterMs: settings.raiseAfterMs, escalateMs: settings.escalateMs },
    by: { ...needs.reach, mail: sendMail },
    formatTime: needs.formatTime,
  });
  const looking = createInterval({
    name: 'alarms',
    everyMs: timing.lookEveryMs,
    logger,
    work: async () => {
      // What is only in memory is stored first.
      if (outage.isOpen()) return;
      const { isLeader, owners } = await watch();
      if (!isLeader) return;
      const ownerIds = [...new Set([...owners, ...(await escalate())])];
      if (ownerIds.length > 0) events.publish({ ownerIds });
    },
  });
  // By itself: a mail server that hangs delays no look.
  const delivering =
    deliver &&
    createInterval({
      name: 'alarm-mails',
      everyMs: timing.lookEveryMs,
      logger,
      work: async () => {
        if (await lease.isWorking(clock.now())) await deliver();
      },
    });
  const prune = createAlarmPruning(db);
  const pruning =
    keepMs === undefined
      ? undefined
      : createInterval({
          name: 'alarm-pruning',
          everyMs: PRUNE_EVERY_MS,
          logger,
          work: async () => void (await prune(clock.now() - keepMs)),
        });
  return {
    handlers: createAlarmHandlers({
      ...{ db, repository, duty, hasMail, changed, clock, listDevices: needs.listDevices },
      ...{ holdMs: settings.holdMs, escalateMs: settings.escalateMs, hasBot: needs.tellChat !== undefined },
    }),
    /** Alarms of owners, or (null) of the system, were opened, told, taken, resolved or closed. */
    events,
    /** How it goes with e-mails. */
    readMail,
    start: () => {
      looking.start();
      outage.start();
      delivering?.start();
      pruning?.start();
    },
    stop: async () => {
      await Promise.all([looking.stop(), outage.stop(), delivering?.stop(), pruning?.stop()]);
      await lease.release().catch((error: unknown) => {
        logger.info({ err: error }, 'alarm lease not released: it expires by itself');
      });
    },
  };
}

/** Shows how many alarms are in which state, and what waits for the mail server, to Prometheus. */
function measureAlarms(
  registry: Registry,
  { db, countMails }: { db: Kysely<Database>; countMails: () => Promise<number> },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_alarms',
    help: 'Alarms that are not closed, by state',
    label: 'state',
    read: async () => {
      const counts = Object.fromEntries(
        ALARM_STATES.filter((state) => state !== 'chiuso').map((state) => [state, 0]),
      ) as Record<Exclude<AlarmState, 'chiuso'>, number>;
      const rows = await db
        .selectFrom('alarms')
        .select(['state', ({ fn }) => fn.countAll<number | string>().as('count')])
        .where('state', '<>', 'chiuso')
        .groupBy('state')
        .execute();
      for (const { state, count } of rows) if (state !== 'chiuso') counts[state] = Number(count);
      return counts;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_alarm_mails_waiting',
    help: 'E-mails that wait to be taken by the mail server',
    read: countMails,
  });
}
