import { ALARM_STATES, type AlarmState } from '@semaforo/contract/domain/alarm-rules';
import { DUTY_CHANNELS } from '@semaforo/contract/domain/duty-rules';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { ChannelName, Enqueue, ReachPerson } from '../notifications/notification.ts';
import type { MonotonicClock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createAlarmHandlers } from './alarm.routes.ts';
import { createAlarmPlans } from './alarm-plans.repository.ts';
import { createAlarmsRepository } from './alarms.repository.ts';
import { askAddress } from './ask-address.adapter.ts';
import { createBrokerOutage } from './broker-outage.ts';
import { createDutyRepository } from './duty.repository.ts';
import { createDutyLinks } from './duty-links.repository.ts';
import { createDutyMaintenance } from './duty-maintenance.repository.ts';
import { createDutyTests, type WeeklyTime } from './duty-tests.ts';
import { createEscalate } from './escalate.ts';
import { pruneAlarms } from './prune-alarms.repository.ts';
import { createRaisedThings } from './raised-things.ts';
import { toParts } from './system-parts.ts';
import { createWatchAlarms, type DeviceTrouble, type PartTrouble } from './watch-alarms.ts';
import { createOutageWatch } from './watch-database.ts';
import { createWatchOutside } from './watch-outside.ts';
import { createSystemWatch } from './watch-system.ts';

/** How often it looks; tests wait less. */
export type AlarmTiming = { checkEveryMs: number; outageAfterMs?: number; outsideEveryMs?: number };

const ALARM_TIMING: AlarmTiming = { checkEveryMs: 5000 };
/** Another server takes over when the holder was not heard of for so many looks. */
const CHECKS_OF_LEASE = 6;
const PRUNE_EVERY_MS = 5000;
const OUTSIDE_EVERY_MS = 60_000;

type Deps = Parameters<typeof createSystemWatch>[0] & {
  serverId: string;
  alarms: {
    escalateMs: number;
    repeatMs: number;
    holdMs: number;
    raiseAfterMs: number;
    clearAfterMs: number;
  };
  /** When the channels of people on duty are tested; null: never. */
  dutyTestAt: (WeeklyTime & { written: string }) | null;
  /** Where people find the console; undefined: there are no links to it. */
  publicUrl: string | undefined;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Undefined: closed alarms are kept. */
  keepMs: number | undefined;
  timing: AlarmTiming | undefined;
  readDevices: () => Promise<readonly DeviceTrouble[]>;
  /** The heartbeat's address, and the other installation with its key; undefined: none. */
  outside: { heartbeat: Secret | undefined; peer: { url: string; key: Secret } | undefined };
  isWell: () => Promise<boolean>;
  monotonicClock: MonotonicClock;
  /** Parts of the system of which there are alarms only. */
  readParts: () => Promise<readonly PartTrouble[]>;
  listDevices: Parameters<typeof createAlarmHandlers>[0]['listDevices'];
  /** What is set up, of the channels by which people are told. */
  channels: readonly ChannelName[];
  enqueue: Enqueue;
  reach: ReachPerson;
  /** True on the one server that notifies what all of them observe. */
  isNotifier: () => boolean;
  feed: LiveFeed;
};

/**
 * How the system is, and alarms with a life: opened by the machine, taken in charge by people. They command nothing and
 * change no lamp.
 */
export function createIncidentsModule(deps: Deps) {
  const { db, alarms: settings, channels, keepMs, clock, logger, timing = ALARM_TIMING } = deps;
  const { brokerStatus } = deps;
  const system = createSystemWatch(deps);
  const publish = (ownerIds: readonly (number | null)[]) => deps.feed.changed('alarms_changed', ownerIds);
  const repository = createAlarmsRepository(db);
  const hasBot = channels.includes('telegram');
  const duty = createDutyRepository(db, deps.secrets);
  const maintenance = createDutyMaintenance(db);
  const links = createDutyLinks(db);
  const toLink = (label: string, path: string) => (token: string) =>
    deps.publicUrl === undefined
      ? undefined
      : { label, sealedUrl: deps.secrets.seal(`${deps.publicUrl}${path}${token}`) };
  const toTakeLink = toLink('Prendo in carico', '/api/alarms/take/');
  // A test that no one can confirm is none.
  const testAt = deps.publicUrl === undefined ? null : deps.dutyTestAt;
  const tests = createDutyTests({
    ...{ db, duty, clock, weekly: testAt, enqueue: deps.enqueue },
    channels: DUTY_CHANNELS.filter((channel) => channels.includes(channel)),
    makeUrl: toLink('Confermo che è arrivata', '/api/alarms/receipt/'),
  });
  const lease = createLease(db, 'alarms', deps.serverId);
  measureAlarms(deps.counters.registry, db);
  const changed = (ownerId: number | null) => publish([ownerId]);
  const leads = () => {
    const now = clock.now();
    return lease.hold({ now, until: now + CHECKS_OF_LEASE * timing.checkEveryMs, working: true });
  };
  const { heartbeat, peer } = deps.outside;
  const outside = createWatchOutside({
    ...{ ...deps, everyMs: timing.outsideEveryMs ?? OUTSIDE_EVERY_MS },
    beat: heartbeat && (() => askAddress(heartbeat.reveal())),
    askPeer: peer && (() => askAddress(peer.url, peer.key.reveal())),
  });
  const watch = createWatchAlarms({
    ...{ leads, clock },
    readSystem: async () => [
      ...toParts(await system.read()),
      ...(await deps.readParts()),
      outside.peerPart(),
    ],
    readDevices: async () => {
      await tests.look();
      return [...(await deps.readDevices()), ...(await tests.listTroubles())];
    },
    receivesDevices: () => brokerStatus().connected,
    things: createRaisedThings(settings),
    plans: createAlarmPlans(db),
    graceMs: settings.clearAfterMs,
  });
  const escalate = createEscalate({
    ...{ db, duty, clock, maintenance, alarms: repository, enqueue: deps.enqueue },
    ...{ escalateMs: settings.escalateMs, repeatMs: settings.repeatMs },
    makeLink: async (to, transaction) =>
      deps.publicUrl === undefined ? undefined : toTakeLink(await links.make(to, transaction)),
  });
  const outage = createOutageWatch({
    ...{ db, duty, clock, logger, changed, everyMs: timing.checkEveryMs, leads },
    ...{ raiseAfterMs: settings.raiseAfterMs, escalateMs: settings.escalateMs },
    ...{ repeatMs: settings.repeatMs, quietUntil: maintenance.quietUntil },
    reach: deps.reach,
  });
  const brokerOutage = createBrokerOutage({
    ...{ db, clock, logger, enqueue: deps.enqueue, brokerState: brokerStatus, isLeader: deps.isNotifier },
    ...{ everyMs: timing.checkEveryMs, outageAfterMs: timing.outageAfterMs },
  });
  const looking = createInterval({
    name: 'alarms',
    everyMs: timing.checkEveryMs,
    logger,
    work: async () => {
      // What is only in memory is stored first.
      if (outage.isOpen()) return;
      const { isLeader, owners } = await watch();
      if (!isLeader) return;
      const ownerIds = [...new Set([...owners, ...(await escalate())])];
      if (ownerIds.length > 0) publish(ownerIds);
    },
  });
  const pruning =
    keepMs === undefined
      ? undefined
      : createInterval({
          name: 'alarm-pruning',
          everyMs: PRUNE_EVERY_MS,
          logger,
          work: async () => void (await pruneAlarms(db, clock.now() - keepMs)),
        });
  return {
    name: 'incidents',
    /** What the links of people on duty do. */
    dutyLinks: {
      links,
      alarms: repository,
      changed,
      holdMs: settings.holdMs,
      escalateMs: settings.escalateMs,
    },
    routes: {
      ...system.routes,
      ...createAlarmHandlers({
        ...{ db, repository, duty, changed, clock, listDevices: deps.listDevices, reach: deps.reach },
        ...{ holdMs: settings.holdMs, escalateMs: settings.escalateMs },
        ...{ maintenance, channels, testAt: testAt?.written ?? null },
      }),
    },
    start: () => {
      system.start();
      looking.start();
      outage.start();
      outside.start();
      // What it notifies is for chats only.
      if (hasBot) brokerOutage.start();
      pruning?.start();
    },
    stop: async () => {
      await Promise.all([
        looking.stop(),
        outage.stop(),
        brokerOutage.stop(),
        pruning?.stop(),
        outside.stop(),
      ]);
      await lease.release().catch((error: unknown) => {
        logger.info({ err: error }, 'alarm lease not released: it expires by itself');
      });
      await system.stop();
    },
  };
}

/** Shows how many alarms are in which state, to Prometheus. */
function measureAlarms(registry: Registry, db: Kysely<Database>): void {
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
}
