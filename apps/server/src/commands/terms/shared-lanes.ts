import type { Kysely } from 'kysely';
import type { LinkStatus, PublishOutcome } from '../../broker/broker-link.port.ts';
import type { Database } from '../../database/schema.ts';
import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import { createEventChannel, type EventChannel } from '../../platform/event-channel.ts';
import { createInterval } from '../../platform/interval.ts';
import type { Logger } from '../../platform/logger.ts';
import { TooLateError, within } from '../../platform/within.ts';
import { createHeldLanes } from './held-lanes.ts';
import { type Claimed, createLanesRepository } from './lanes.repository.ts';
import { createPassLanes, type LaneWork } from './pass-lanes.ts';
import { createServerTerm } from './server-term.ts';
import { createTermsRepository, isOn, TermOverError } from './terms.repository.ts';

/** What the bus lost is found by then; so is a server that ended without a word, once its term has expired. */
const LOOK_EVERY_MS = 500;
/** No command can be sent so long after it was accepted. */
const NOTHING_TO_SEND_AFTER_MS = 60 * 60_000;
const STORE_WITHIN_MS = 2000;

/**
 * Which devices this server may command among several that work as one (docs/decisions/0056-lanes.md). A server that
 * is alone has none of this.
 */
export type SharedLanes = {
  /** Whether a message to the device may be handed over at this moment. */
  mayPublish: (deviceId: number) => boolean;
  /** A message to the device is on its way. */
  onWay: (deviceId: number, outcome: Promise<PublishOutcome>) => void;
  /** Each time when more may be handed over than before. */
  regained: Pick<EventChannel<null>, 'subscribe'>;
  /** In the transaction that stores commands; `claimed` is called with the result after its commit. */
  claim: (transaction: Kysely<Database>, deviceIds: readonly number[]) => Promise<Claimed>;
  claimed: (result: Claimed) => void;
  /** In the transaction that stores outcomes, with the term in which they were found: false when it is over. */
  isOn: (transaction: Kysely<Database>, term: number | undefined) => Promise<boolean>;
  term: () => number | undefined;
};

export function createSharedLanes(needs: {
  db: Kysely<Database>;
  serverId: string;
  broker: {
    statuses: Pick<EventChannel<LinkStatus>, 'subscribe'>;
    /** Ends the connection that another server may still have to the broker; false when the broker is not reached. */
    evict: (serverId: string) => Promise<boolean>;
  };
  /** Tells the other servers to look at their lanes. */
  tell: () => void;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
}) {
  const { db, serverId, logger } = needs;
  const { evict } = needs.broker;
  const terms = createTermsRepository(db, serverId);
  const repository = createLanesRepository(db);
  const held = createHeldLanes(needs.broker.statuses);
  const regained = createEventChannel<null>({ name: 'lanes-regained', logger });
  const tookOver = createEventChannel<null>({ name: 'took-over', logger });
  let work: LaneWork | undefined;
  const boundWork = () => {
    if (!work) throw new Error('the lanes were not started');
    return work;
  };
  const sayRegained = () => regained.publish(null);

  const term = createServerTerm({
    repository: terms,
    begun: (deviceIds) => {
      held.add(deviceIds);
      if (deviceIds.length > 0) tookOver.publish(null);
    },
    regained: sayRegained,
    lost: () => {
      held.clear();
      boundWork().letGo();
    },
    clock: needs.monotonicClock,
    logger,
  });
  const pass = createPassLanes({
    ...needs,
    evict,
    repository,
    held,
    term: term.id,
    work: boundWork,
    taken: sayRegained,
  });

  /** What a server had that ended or hangs. First the broker drops what it may have sent: then nothing follows. */
  const succeed = async () => {
    for (const expired of await terms.listExpired()) {
      const own = term.id();
      if (own === undefined || !(await evict(expired.serverId))) return;
      const taken = await terms.succeed(own, expired, needs.clock.now() - NOTHING_TO_SEND_AFTER_MS);
      if (!taken) continue;
      logger.warn({ term: expired.id, lanes: taken.deviceIds.length }, 'took over from another server');
      await boundWork().resume(taken.commandIds);
      await boundWork().yieldNow();
      held.add(taken.deviceIds);
      sayRegained();
      tookOver.publish(null);
    }
  };
  const look = createDebouncedJob({
    name: 'shared-lanes',
    delayMs: 0,
    logger,
    work: async () => {
      await succeed();
      await pass.give();
      await pass.take();
    },
  });
  const looking = createInterval({ name: 'look-at-lanes', everyMs: LOOK_EVERY_MS, logger, work: look.flush });

  const lanes: SharedLanes = {
    mayPublish: (deviceId) => held.has(deviceId) && term.isTrusted(),
    onWay: held.onWay,
    regained,
    claim: (transaction, deviceIds) => {
      const own = term.id();
      if (own === undefined) throw new TermOverError('there is no term');
      return repository.claim(transaction, own, deviceIds);
    },
    claimed: ({ own, foreign }) => {
      held.add(own);
      if (foreign.length > 0) needs.tell();
    },
    isOn: async (transaction, found) => found !== undefined && (await isOn(transaction, found)),
    term: term.id,
  };
  return {
    lanes,
    /** Calls back each time when this server has what another had, or itself before a restart. */
    onTookOver: tookOver.subscribe,
    /** Another server wants lanes, gave some, or ends. */
    lookNow: look.request,
    /** Claims lanes for commands that are stored already. */
    claimNow: async (deviceIds: readonly number[]) =>
      lanes.claimed(await db.transaction().execute((transaction) => lanes.claim(transaction, deviceIds))),
    start: async (bound: LaneWork) => {
      work = bound;
      await term.start();
    },
    /** From then on lanes are given and taken. */
    startLooking: looking.start,
    stop: async () => {
      await looking.stop();
      await look.stop();
      await storedInTime(boundWork());
      await term.stop();
      needs.tell();
    },
  };
}

/** A database that hangs must not hold the stop. */
async function storedInTime(work: LaneWork): Promise<void> {
  try {
    await within(STORE_WITHIN_MS, work.stored());
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error;
  }
}
