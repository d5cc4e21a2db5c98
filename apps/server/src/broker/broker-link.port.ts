/**
 * A message from the broker. `retained` is also true of what was said while the link was away: the broker kept it, and
 * the device did not just say it. Such a message is `queued`: it is newer than all that came before it
 * (docs/rules.md#retained-messages).
 */
export type IncomingMessage = { topic: string; payload: Buffer; retained: boolean; queued?: boolean };

/**
 * Handles a message. One with QoS 1 is acknowledged to the broker once the promise resolves, at once without a promise,
 * and never when it rejects: the broker then sends it again (docs/rules.md#received-means-stored). Messages are handed
 * over one after the other without waiting for it.
 */
export type Received = (message: IncomingMessage) => Promise<void> | undefined;

export type OutputMessage = { topic: string; payload: string };

/**
 * What became of a message. `acknowledged`: the broker sent PUBACK and hands it to a subscriber, which does not mean
 * delivered. `no-listener`: acknowledged, but no client is subscribed. `listener-unknown`: acknowledged by a broker
 * that does not say which of the two. `rejected`: refused by the broker. `unknown`: handed over, then the link broke.
 * `withheld`: never handed over, because there was no link or the sender did not want it any more.
 */
export type PublishOutcome =
  | 'acknowledged'
  | 'no-listener'
  | 'listener-unknown'
  | 'rejected'
  | 'unknown'
  | 'withheld';

/**
 * `connected` is true only after CONNACK and SUBACK, and once all that the broker kept has arrived: what arrives then
 * was just said. `since` is when that last changed (epoch ms). `reason` is
 * Italian, and null while connected.
 */
export type LinkStatus = { connected: boolean; since: number; reason: string | null };

/** The link to the broker in use. It never queues: what cannot be handed over now is withheld. */
export type BrokerLink = {
  status: () => LinkStatus;
  /** Publishes with QoS 1, never retained. Never rejects. */
  publish: (message: OutputMessage, hooks: PublishHooks) => Promise<PublishOutcome>;
  /**
   * Publishes, with QoS 1 and retained, what watchers read of the devices; an empty payload takes it back. On any topic
   * but an announcement's (own-topics.ts) it is `rejected` here: nothing under a device's key is ever retained.
   */
  announce: (message: OutputMessage) => Promise<PublishOutcome>;
  /** Asks the broker whether it answers, so that a message that follows soon need not wait for that. */
  probe: () => void;
};

export type PublishHooks = {
  /** Called at the last moment before the message is handed over. */
  isStillWanted: () => boolean;
  /**
   * Called at the moment when the broker's PUBACK is read, before anything that came after it: what a device said
   * before was no answer to this message.
   */
  acknowledged?: () => void;
  /** The broker does not deliver it after this (epoch ms); it is withheld when the time is over. */
  expiresAt?: number;
};
