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
  /** How many of them may wait for their turn, and how long: an office that opens logs in from one address. */
  strangersWaiting: number;
  strangersWaitMs: number;
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
  strangersWaiting: 400,
  strangersWaitMs: 5000,
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
  /** It is here as a whole, and is about to be served; one of a stranger may have to wait for its turn. */
  enters: (caller: Caller) => Promise<(() => void) | NotAdmitted>;
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
    enters: async ({ actor, address, isCommand }) => {
      const pool = actor === undefined ? 'strangers' : isCommand ? 'commands' : 'requests';
      const all = { key: pool, most: limits[pool] };
      const refusal = () => (served.hasRoom([all]) ? 'too-many' : 'full');
      if (actor) {
        const most = isCommand ? limits.commandsPerUser : limits.requestsPerUser;
        return served.take([all, { key: `user ${actor.id} ${pool}`, most }]) ?? refusal();
      }
      const places = [all, ...ofStrangers(address, limits.strangersPerNetwork)];
      return served.take(places) ?? (await served.waitFor(places, limits)) ?? refusal();
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
  /** In the order in which they came; each is true once it found room. */
  const waiting = new Set<() => boolean>();
  /** One more at all these places, or undefined when one of them is full. */
  const take = (places: readonly Place[]): (() => void) | undefined => {
    if (!hasRoom(places)) return undefined;
    add(places, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      add(places, -1);
      for (const enters of waiting) if (enters()) waiting.delete(enters);
    };
  };
  return {
    hasRoom,
    take,
    /** The same once there is room; undefined when that takes too long, or too many wait. */
    waitFor: (places: readonly Place[], limits: { strangersWaiting: number; strangersWaitMs: number }) =>
      new Promise<(() => void) | undefined>((resolve) => {
        if (waiting.size >= limits.strangersWaiting) return resolve(undefined);
        const enters = () => {
          const place = take(places);
          if (!place) return false;
          clearTimeout(timer);
          resolve(place);
          return true;
        };
        const timer = setTimeout(() => {
          waiting.delete(enters);
          resolve(undefined);
        }, limits.strangersWaitMs);
        waiting.add(enters);
      }),
  };
}
