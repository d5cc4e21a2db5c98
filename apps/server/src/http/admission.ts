import type { Actor } from '../platform/actor.ts';
import { networksOf } from '../platform/network-of.ts';

/** How many requests there may be at once (docs/rules.md#doors). */
export type AdmissionLimits = {
  /** Of users, commands apart; and of one of them. */
  requests: number;
  requestsPerUser: number;
  /** Commands have room of their own. */
  commands: number;
  commandsPerUser: number;
  /** Of those that are not logged in; and of one address or /64. A network around it has twice as many, and so on. */
  strangers: number;
  strangersPerNetwork: number;
  /** Whose body is still on its way, of one user or of one network of strangers. */
  arrivingPerUser: number;
  arrivingPerNetwork: number;
};

export const ADMISSION_LIMITS: AdmissionLimits = {
  requests: 1000,
  requestsPerUser: 250,
  commands: 500,
  commandsPerUser: 150,
  strangers: 100,
  strangersPerNetwork: 20,
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
  /** It is here as a whole, and is about to be served. */
  enters: (caller: Caller) => (() => void) | NotAdmitted;
};

export function createAdmission(limits: AdmissionLimits = ADMISSION_LIMITS): Admission {
  const arriving = createCounts();
  const served = createCounts();
  const ofStrangers = (address: string, most: number) =>
    networksOf(address).map((network, width) => ({ key: network, most: most * (width + 1) }));
  return {
    // Until a body is here nothing but a connection is taken up: what one sends keeps out nobody else.
    arrives: ({ actor, address }) =>
      arriving.take(
        actor
          ? [{ key: `user ${actor.id}`, most: limits.arrivingPerUser }]
          : ofStrangers(address, limits.arrivingPerNetwork),
      ) ?? 'too-many',
    enters: ({ actor, address, isCommand }) => {
      const pool = actor === undefined ? 'strangers' : isCommand ? 'commands' : 'requests';
      const all = { key: pool, most: limits[pool] };
      if (!served.hasRoom([all])) return 'full';
      const own = actor
        ? [
            {
              key: `user ${actor.id} ${pool}`,
              most: isCommand ? limits.commandsPerUser : limits.requestsPerUser,
            },
          ]
        : ofStrangers(address, limits.strangersPerNetwork);
      return served.take([all, ...own]) ?? 'too-many';
    },
  };
}

type Place = { key: string; most: number };

/** How many there are under each key. */
function createCounts() {
  const counts = new Map<string, number>();
  const hasRoom = (places: readonly Place[]) =>
    places.every(({ key, most }) => (counts.get(key) ?? 0) < most);
  const add = (places: readonly Place[], change: number) => {
    for (const { key } of places) {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    }
  };
  return {
    hasRoom,
    /** One more at all these places, or undefined when one of them is full. */
    take: (places: readonly Place[]): (() => void) | undefined => {
      if (!hasRoom(places)) return undefined;
      add(places, 1);
      let isIn = true;
      return () => {
        if (isIn) add(places, -1);
        isIn = false;
      };
    },
  };
}
