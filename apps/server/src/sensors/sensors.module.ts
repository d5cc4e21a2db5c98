import type { Link } from '@semaforo/contract/domain/device/device-state';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { Kysely } from 'kysely';
import { type Cluster, WHOLE } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createActOnEvents } from './act-on-events.ts';
import { listGaugeTroubles } from './gauge-faults.ts';
import { createGaugeLog } from './gauge-log.ts';
import { createGaugesRepository } from './gauges.repository.ts';
import { createGauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';
import { createSensorHandlers } from './sensor.routes.ts';
import { createTakeOver, type LitByBoard } from './take-over.ts';
import { waterAt } from './water-at.ts';

/** What becomes of a site as time passes is known so soon. */
const TICK_EVERY_MS = 500;
/** Pages read again at most so often: a thousand gauges speak each second. */
const TELL_AFTER_MS = 1000;
const RULES_EVERY_MS = 5000;
const PRUNE_EVERY_MS = 60 * 60_000;

type AnyDevice = Omit<Gauge, 'type'> & { type: string };

type Deps = {
  db: Kysely<Database>;
  commit: GroupCommit;
  cluster: Pick<Cluster, 'sync'>;
  directory: {
    list: (actor: Actor, type: 'misuratore') => readonly Gauge[];
    findById: (id: number) => Gauge | undefined;
    findVisible: (actor: Actor, id: number) => Gauge | undefined;
  };
  reports: {
    subscribe: (listener: (report: { device: Gauge; message: DeviceMessage; kind: string }) => void) => void;
  };
  /** A device that is gone, or listens on another topic. */
  listEvents: Events<{ replaced?: { id: number } | undefined }>;
  /** What the board of a signal lit of itself (docs/rules.md#local-rule). */
  litBy: (deviceId: number) => LitByBoard | null;
  raise: Parameters<typeof createActOnEvents>[0]['raise'];
  /** Whether messages of devices arrive, and since when. */
  link: () => Pick<Link, 'isOpen' | 'since'>;
  /** True on the one server that acts for all. */
  isLeader: () => boolean;
  /** How long what was measured and happened is kept. */
  keepPastMs: number;
  feed: LiveFeed;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

const EVERYTHING: Actor = { id: 0, username: '', role: 'admin' };

/** Gauges: what they measure, what that is worth, and what the rule of a site makes of it (docs/rules.md#gauges). */
export function createSensorsModule(deps: Deps) {
  const { directory, feed, clock, monotonicClock, logger } = deps;
  const repository = createGaugesRepository(deps.db);
  const listGauges = () => directory.list(EVERYTHING, 'misuratore');
  const find = (id: number) => gaugeOrNone(directory.findById(id));
  const told = new Set<number | null>();
  const telling = createDebouncedJob({
    name: 'sensors-told',
    delayMs: TELL_AFTER_MS,
    logger,
    work: () => {
      const owners = [...told];
      told.clear();
      feed.changed('sensors_changed', owners);
      return Promise.resolve();
    },
  });
  const changed = ({ ownerId }: Gauge) => {
    told.add(ownerId);
    telling.request();
  };
  let isActing = false;
  const log = createGaugeLog({
    commit: deps.commit,
    isThere: (id) => find(id) !== undefined,
    stored: () => acting.request(),
  });
  const gauges = createGauges({
    ...{ listGauges, find, log, changed, clock, monotonicClock },
    acts: () => isActing,
    linkElapsed: () => {
      const { isOpen, since } = deps.link();
      return isOpen ? since : null;
    },
  });
  const acting = createDebouncedJob({
    name: 'sensor-alerts',
    delayMs: 0,
    logger,
    work: createActOnEvents({ repository, findGauge: find, of: gauges.of, raise: deps.raise }),
  });
  const takeOver = createTakeOver({ listGauges, gauges, litBy: deps.litBy });
  const loadStates = async () => gauges.load(await repository.listStates());
  const loadSet = async () => gauges.merge(await repository.listSet());
  const tick = async () => {
    const leads = deps.isLeader();
    if (leads && !isActing) {
      // What another server found out, and left behind.
      await loadStates();
      isActing = true;
      await loadSet();
      acting.request();
    }
    isActing = leads;
    gauges.tick();
    takeOver();
  };
  const ticking = createInterval({ name: 'sensors', everyMs: TICK_EVERY_MS, logger, work: tick });
  const pruning = createInterval({
    name: 'sensor-past',
    everyMs: PRUNE_EVERY_MS,
    logger,
    work: () => repository.prune(clock.now() - deps.keepPastMs),
  });
  deps.reports.subscribe(({ device, message, kind }) => {
    if (kind === 'reading') gauges.record(device, message);
  });
  deps.listEvents.subscribe(({ replaced }) => {
    if (replaced === undefined) return;
    if (directory.findById(replaced.id)) gauges.reset(replaced.id);
    else gauges.forget(replaced.id);
  });
  // What people set and said on another server.
  deps.cluster.sync({
    name: 'gauges',
    everyMs: RULES_EVERY_MS,
    keys: () => WHOLE,
    read: async () => new Map([[WHOLE[0], await repository.listSet()]]),
    versionOf: gauges.version,
    merge: (_key, set = []) => gauges.merge(set),
  });

  return {
    name: 'sensors',
    routes: createSensorHandlers({
      list: (actor) => directory.list(actor, 'misuratore'),
      find: (actor, id) => gaugeOrNone(directory.findVisible(actor, id)),
      isSignalOf: (id, ownerId) => {
        const device = directory.findById(id);
        return device?.type === 'semaforo' && device.ownerId === ownerId;
      },
      ...{ gauges, repository, changed, clock },
    }),
    /** How high the water stands at a signal, as citizens read it; null where there is no gauge. */
    waterAt: (deviceId: number) => waterAt(deviceId, { gauges, now: clock.now() }),
    /** What is wrong at sites just now. */
    listTroubles: () => listGaugeTroubles(listGauges(), gauges.of),
    start: async () => {
      await loadStates();
      await loadSet();
      await tick();
      ticking.start();
      pruning.start();
    },
    stop: async () => {
      await Promise.all([ticking.stop(), pruning.stop(), acting.stop(), telling.stop()]);
    },
  };
}

function gaugeOrNone<Known extends AnyDevice>(device: Known | undefined): Known | undefined {
  return device?.type === 'misuratore' ? device : undefined;
}
