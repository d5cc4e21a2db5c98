import type { Kysely } from 'kysely';
import type { LinkStatus } from '../../broker/broker-link.port.ts';
import type { Database } from '../../database/schema.ts';
import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import { createEventChannel, type EventChannel } from '../../platform/event-channel.ts';
import { createInterval } from '../../platform/interval.ts';
import type { Logger } from '../../platform/logger.ts';
import { TooLateError, within } from '../../platform/within.ts';
import { type DeviceOwnership, type OwnedWork, TermOverError } from '../cluster.port.ts';
import { createHeldLanes } from './held-lanes.ts';
import { createLanesRepository } from './lanes.repository.ts';
import { createPassLanes } from './pass-lanes.ts';
import { createServerTerm } from './server-term.ts';
import { createTermsRepository, isOn } from './terms.repository.ts';

/** What the bus lost is found by then; so is a server that ended without a word, once its term has expired. */
const CHECK_EVERY_MS = 500;
/** No command can be sent so long after it was accepted. */
const NOTHING_TO_SEND_AFTER_MS = 60 * 60_000;
const STORE_WITHIN_MS = 2000;

/** The broker, as far as it is needed to take over what another server may have on its way there. */
export type OwnershipBroker = {
  statuses: Pick<EventChannel<LinkStatus>, 'subscribe'>;
  /** Ends the connection that another server may still have to the broker; false when the broker is not reached. */
  evict: (serverId: string) => Promise<boolean>;
};

/** Passes the lanes of devices between this server and its peers. */
export function createDeviceOwnership(deps: {
  db: Kysely<Database>;
  serverId: string;
  broker: OwnershipBroker;
  /** Asks the other servers to look at their lanes. */
  publish: () => void;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
}): DeviceOwnership {
  const { db, serverId, logger } = deps;
  const { evict } = deps.broker;
  const terms = createTermsRepository(db, serverId);
  const repository = createLanesRepository(db);
  const held = createHeldLanes(deps.broker.statuses);
  const gained = createEventChannel<null>({ name: 'ownership-gained', logger });
  const tookOver = createEventChannel<null>({ name: 'took-over', logger });
  let work: OwnedWork | undefined;
  const boundWork = () => {
    if (!work) throw new Error('the ownership of devices was not started');
    return work;
  };
  const publishGained = () => gained.publish(null);

  const term = createServerTerm({
    repository: terms,
    begun: (deviceIds) => {
      held.add(deviceIds);
      if (deviceIds.length > 0) tookOver.publish(null);
    },
    regained: publishGained,
    lost: () => {
      held.clear();
      boundWork().letGo();
    },
    clock: deps.monotonicClock,
    logger,
  });
  const pass = createPassLanes({
    ...deps,
    evict,
    repository,
    held,
    term: term.id,
    work: boundWork,
    taken: publishGained,
  });

  /** What a server had that ended or hangs. First the broker drops what it may have sent: then nothing follows. */
  const succeed = async () => {
    for (const expired of await terms.listExpired()) {
      const own = term.id();
      if (own === undefined || !(await evict(expired.serverId))) return;
      const taken = await terms.succeed(own, expired, deps.clock.now() - NOTHING_TO_SEND_AFTER_MS);
      if (!taken) continue;
      logger.warn({ term: expired.id, lanes: taken.deviceIds.length }, 'took over from another server');
      await boundWork().resume(taken.commandIds);
      await boundWork().yieldNow();
      held.add(taken.deviceIds);
      publishGained();
      tookOver.publish(null);
    }
  };
  const check = createDebouncedJob({
    name: 'device-ownership',
    delayMs: 0,
    logger,
    work: async () => {
      await succeed();
      await pass.give();
      await pass.take();
    },
  });
  const looking = createInterval({
    name: 'look-at-lanes',
    everyMs: CHECK_EVERY_MS,
    logger,
    work: check.flush,
  });

  const claim: DeviceOwnership['claim'] = async (transaction, deviceIds) => {
    const own = term.id();
    if (own === undefined) throw new TermOverError('there is no term');
    const claimed = await repository.claim(transaction, own, deviceIds);
    return () => {
      held.add(claimed.own);
      if (claimed.foreign.length > 0) deps.publish();
    };
  };
  return {
    mayPublish: (deviceId) => held.has(deviceId) && term.isTrusted(),
    onWay: held.onWay,
    gained,
    tookOver,
    claim,
    claimNow: async (deviceIds) => {
      const committed = await db.transaction().execute((transaction) => claim(transaction, deviceIds));
      committed();
    },
    isOn: async (transaction, found) => found !== undefined && (await isOn(transaction, found)),
    term: term.id,
    check: check.request,
    start: async (bound) => {
      work = bound;
      await term.start();
    },
    startLooking: looking.start,
    stop: async () => {
      await looking.stop();
      await check.stop();
      await storedInTime(boundWork());
      await term.stop();
      deps.publish();
    },
  };
}

/** A database that hangs must not hold the stop. */
async function storedInTime(work: OwnedWork): Promise<void> {
  try {
    await within(STORE_WITHIN_MS, work.stored());
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error;
  }
}
