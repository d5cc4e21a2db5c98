import type { Kysely } from 'kysely';
import type { PublishOutcome } from '../broker/broker-link.port.ts';
import { CutOffError } from '../database/database-lost.ts';
import type { Database } from '../database/schema.ts';
import type { EventChannel } from '../platform/event-channel.ts';

/**
 * Something that any server may change in the database and that each has in memory: what is read of it, and how that is
 * merged.
 */
export type PeerResource<Key, Row> = {
  name: string;
  everyMs: number;
  /** What may have changed though no hint came; with nothing a poll costs no statement. */
  keys: () => Iterable<Key>;
  /** Resolves once what this server has found out is stored: else what is read would be older than that. */
  ownStored?: () => Promise<void>;
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>;
  /**
   * What this server has: what was read is merged only where that is the same as before the reading. Undefined while it
   * is not stored as it is here.
   */
  versionOf?: (key: Key) => unknown;
  merge: (key: Key, row: Row | undefined) => Promise<void> | void;
};

/** The key of a resource that is read as a whole. */
export const WHOLE = ['whole'] as const;

/** Brings a resource up to what peers stored of it. */
export type PeerSync<Key> = {
  /** Peers stored something of these: they are read as soon as may be, and until that is merged. */
  hint: (keys: Iterable<Key>) => void;
  /** Polls at once. Never rejects: what fails is logged and tried again. */
  flush: () => Promise<void>;
  /** The same, and rejects when it fails. */
  read: () => Promise<void>;
};

/** What a module is given of the other servers of its installation; of a server alone all of it does nothing. */
export type Cluster = {
  /** Merges what peers store of a resource, from the start of the server on. */
  sync: <Key, Row>(resource: PeerResource<Key, Row>) => PeerSync<Key>;
  /**
   * Publishes to the peers which devices changed here by more than their own reports. What is returned is called with
   * each of them; `stored` resolves once it is stored.
   */
  publishChanges: (stored: () => Promise<void>) => (deviceId: number) => void;
};

/** Another server took over what this one had: what it still has in memory is over. */
export class TermOverError extends CutOffError {}

/**
 * Which devices this server may command among several that act as one (docs/decisions/0056-device-ownership.md). A
 * server alone may command all of them, and none of this costs it a statement.
 */
export type DeviceOwnership = {
  /** Whether a message to the device may be handed over at this moment. */
  mayPublish: (deviceId: number) => boolean;
  /** A message to the device is on its way. */
  onWay: (deviceId: number, outcome: Promise<PublishOutcome>) => void;
  /** Publishes each time when more may be handed over than before. */
  gained: Pick<EventChannel<null>, 'subscribe'>;
  /** Publishes each time when this server has what another had, or itself before a restart. */
  tookOver: Pick<EventChannel<null>, 'subscribe'>;
  /** In the transaction that stores commands; what it resolves to is called after the commit. */
  claim: (transaction: Kysely<Database>, deviceIds: readonly number[]) => Promise<() => void>;
  /** Claims devices for commands that are stored already. */
  claimNow: (deviceIds: readonly number[]) => Promise<void>;
  /** In the transaction that stores outcomes, with the term in which they were found: false when it is over. */
  isOn: (transaction: Kysely<Database>, term: number | undefined) => Promise<boolean>;
  /** The fencing token; undefined while there is none. */
  term: () => number | undefined;
  /** Another server wants devices, gave some, or ends. */
  check: () => void;
  start: (work: OwnedWork) => Promise<void>;
  /** From then on devices are given and taken. */
  startLooking: () => void;
  stop: () => Promise<void>;
};

/** What a server has under way on its devices, as whoever passes them between servers sees it. */
export type OwnedWork = {
  /** The devices with a command under way here. */
  listUnderWay: () => number[];
  isUnderWay: (deviceId: number) => boolean;
  /** Ends what is under way here for devices with a newer command of another server. */
  yieldNow: () => Promise<void>;
  /** Takes up the commands that another server had under way. */
  resume: (commandIds: readonly number[]) => Promise<void>;
  /** Forgets what is under way here: another server goes on with it. */
  letGo: () => void;
  /** Resolves once all that is known of deliveries is stored. */
  stored: () => Promise<void>;
};

/** The ownership of a server alone: all devices are its own. */
export const SOLE_OWNER: DeviceOwnership = {
  mayPublish: () => true,
  onWay: () => undefined,
  gained: { subscribe: () => undefined },
  tookOver: { subscribe: () => undefined },
  claim: () => Promise.resolve(() => undefined),
  claimNow: () => Promise.resolve(),
  isOn: () => Promise.resolve(true),
  term: () => undefined,
  check: () => undefined,
  start: () => Promise.resolve(),
  startLooking: () => undefined,
  stop: () => Promise.resolve(),
};
