import type { MonotonicClock } from '../../platform/clock.ts';
import { createInterval } from '../../platform/interval.ts';
import type { Logger } from '../../platform/logger.ts';
import { within } from '../../platform/within.ts';
import type { TermsRepository } from './terms.repository.ts';

/** Unless it is renewed, others may take over after this, by the clock of the database. */
const ALIVE_MS = 4000;
/** And the server itself trusts it only so long, from before it asked for it: it stops before another begins. */
const TRUSTED_MS = 3000;
const RENEW_EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 2000;
/** The start of a server on a busy machine is no reason to give up. */
const FIRST_ANSWER_WITHIN_MS = 30_000;

/** The term of this server: while it is on, nobody else commands the devices whose lanes it has. */
export type ServerTerm = {
  /** The fencing token; undefined while there is none. */
  id: () => number | undefined;
  /** False as soon as another server might have taken over. */
  isTrusted: () => boolean;
  /** Resolves once the first term has begun. */
  start: () => Promise<void>;
  /** Others take over at once. */
  stop: () => Promise<void>;
};

export function createServerTerm(options: {
  repository: Pick<TermsRepository, 'begin' | 'renew' | 'expire'>;
  /** A term has begun, with the lanes of these devices. */
  begun: (deviceIds: readonly number[]) => void;
  /** The term may be trusted again after it could not be renewed in time. */
  regained: () => void;
  /** Another server took over. */
  lost: () => void;
  clock: MonotonicClock;
  logger: Logger;
}): ServerTerm {
  const { repository, clock, logger } = options;
  let id: number | undefined;
  let trustedUntil = -Infinity;
  const isTrusted = () => id !== undefined && clock.elapsedMs() < trustedUntil;

  const begin = async (withinMs = ANSWER_WITHIN_MS) => {
    const requestedAt = clock.elapsedMs();
    const begun = await within(withinMs, repository.begin(ALIVE_MS));
    id = begun.id;
    trustedUntil = requestedAt + TRUSTED_MS;
    logger.info({ term: id, lanes: begun.deviceIds.length }, 'a term of this server has begun');
    options.begun(begun.deviceIds);
  };
  const renew = async (term: number) => {
    const requestedAt = clock.elapsedMs();
    if (await within(ANSWER_WITHIN_MS, repository.renew(term, ALIVE_MS))) {
      const wasTrusted = isTrusted();
      trustedUntil = requestedAt + TRUSTED_MS;
      if (!wasTrusted) options.regained();
      return;
    }
    id = undefined;
    logger.warn({ term }, 'another server took over what this one had under way');
    options.lost();
    await begin();
  };
  const renewal = createInterval({
    name: 'server-term',
    everyMs: RENEW_EVERY_MS,
    logger,
    work: async () => {
      try {
        await (id === undefined ? begin() : renew(id));
      } catch (error) {
        // Not by the interval, which would wait longer each time.
        logger.warn({ err: error }, 'the term of this server was not renewed');
      }
    },
  });

  return {
    id: () => id,
    isTrusted,
    start: async () => {
      await begin(FIRST_ANSWER_WITHIN_MS);
      renewal.start();
    },
    stop: async () => {
      await renewal.stop();
      if (id !== undefined) await repository.expire(id);
      id = undefined;
    },
  };
}
