import type { Kysely } from 'kysely';
import type { PublishOutcome } from '../broker/broker-link.port.ts';
import { CutOffError } from '../database/database-lost.ts';
import type { Database } from '../database/schema.ts';
import type { EventChannel } from '../platform/event-channel.ts';

/** Another server took over what this one had: what it still has in memory is over. */
export class TermOverError extends CutOffError {}

/**
 * Which devices this server may command among several that act as one (docs/decisions/0056-lanes.md). A server alone
 * may command all of them, and none of this costs it a statement.
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
  look: () => void;
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
  look: () => undefined,
  start: () => Promise.resolve(),
  startLooking: () => undefined,
  stop: () => Promise.resolve(),
};
