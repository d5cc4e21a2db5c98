import type { Actor } from '../platform/actor.ts';
import { networksOf } from '../platform/network-of.ts';
import { createSemaphores, type Place, type Semaphores } from '../platform/semaphores.ts';

/** How many requests there may be at once (docs/rules.md#doors). */
export type AdmissionLimits = {
  /** Of users, commands apart; and of one of them. */
  requests: number;
  requestsPerUser: number;
  /** Commands have room of their own. */
  commands: number;
  commandsPerUser: number;
  /** Of those that are not logged in; and of one address or /64. A network around it has twice as many, and so on. */
  unauthenticated: number;
  unauthenticatedPerNetwork: number;
  /** How many of them may wait for their turn, and how long: an office that opens logs in from one address. */
  unauthenticatedWaiting: number;
  unauthenticatedWaitMs: number;
  /** Whose body is still on its way, of one user or, not logged in, of one network. */
  arrivingPerUser: number;
  arrivingPerNetwork: number;
};

export const ADMISSION_LIMITS: AdmissionLimits = {
  requests: 1000,
  requestsPerUser: 250,
  commands: 500,
  commandsPerUser: 150,
  unauthenticated: 100,
  unauthenticatedPerNetwork: 20,
  unauthenticatedWaiting: 400,
  unauthenticatedWaitMs: 5000,
  arrivingPerUser: 100,
  arrivingPerNetwork: 100,
};

/** Who sends a request; the actor is undefined when they are not logged in. */
export type Caller = { actor: Actor | undefined; address: string; isCommand: boolean };

/** Too many of all, or too many of this caller. */
export type NotAdmitted = 'full' | 'too-many';

/** Counts requests under way; each method gives what ends the count, to be called as often as one likes. */
export type Admission = {
  /** The headers are here, the body is on its way. */
  arrives: (caller: Caller) => (() => void) | NotAdmitted;
  /** It is here as a whole, and is about to be served; of callers that are not logged in it may have to wait. */
  enters: (caller: Caller) => Promise<(() => void) | NotAdmitted>;
};

export function createAdmission(limits: AdmissionLimits): Admission {
  const arriving = createSemaphores();
  const ofUsers = createSemaphores();
  /** Apart from users: whoever leaves lets in those that wait, and of users nobody does. */
  const unauthenticated = createSemaphores();
  const placesOfNetwork = (address: string, most: number) =>
    networksOf(address).map((network, width) => ({ key: network, most: most * (width + 1) }));
  return {
    // Until a body is here nothing but a connection is taken up: unfinished bodies take no shared capacity.
    arrives: ({ actor, address }) =>
      arriving.take(
        actor
          ? [{ key: `user ${actor.id}`, most: limits.arrivingPerUser }]
          : placesOfNetwork(address, limits.arrivingPerNetwork),
      ) ?? 'too-many',
    enters: async ({ actor, address, isCommand }) => {
      if (actor) {
        const pool = isCommand ? 'commands' : 'requests';
        const all = { key: pool, most: limits[pool] };
        const most = isCommand ? limits.commandsPerUser : limits.requestsPerUser;
        return ofUsers.take([all, { key: `user ${actor.id} ${pool}`, most }]) ?? whyNot(ofUsers, all);
      }
      const all = { key: 'all', most: limits.unauthenticated };
      const places: [Place, ...Place[]] = [
        all,
        ...placesOfNetwork(address, limits.unauthenticatedPerNetwork),
      ];
      const wait = {
        waitingAtMost: limits.unauthenticatedWaiting,
        waitMs: limits.unauthenticatedWaitMs,
      };
      return (await unauthenticated.waitFor(places, wait)) ?? whyNot(unauthenticated, all);
    },
  };
}

function whyNot({ hasRoom }: Pick<Semaphores, 'hasRoom'>, all: Place): NotAdmitted {
  return hasRoom([all]) ? 'too-many' : 'full';
}
