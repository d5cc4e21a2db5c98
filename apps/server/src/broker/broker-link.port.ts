/** A message from the broker. A retained one is what the broker kept, not what the device just said. */
export type IncomingMessage = { topic: string; payload: Buffer; retained: boolean };

export type OutputMessage = { topic: string; payload: string };

/**
 * What became of a message. `acknowledged`: the broker sent PUBACK, which does not mean delivered. `no-listener`:
 * acknowledged, but no client is subscribed. `rejected`: refused by the broker. `unknown`: handed over, then the link
 * broke. `withheld`: never handed over, because there was no link or the sender did not want it any more.
 */
export type PublishOutcome = 'acknowledged' | 'no-listener' | 'rejected' | 'unknown' | 'withheld';

/**
 * `connected` is true only after CONNACK and SUBACK. `since` is when that last changed (epoch ms). `reason` is
 * Italian, and null while connected.
 */
export type LinkStatus = { connected: boolean; since: number; reason: string | null };

/** The link to the broker in use. It never queues: what cannot be handed over now is withheld. */
export type BrokerLink = {
  status: () => LinkStatus;
  /**
   * Publishes with QoS 1, never retained. `isStillWanted` is called at the last moment before the message is handed
   * over.
   */
  publish: (message: OutputMessage, isStillWanted: () => boolean) => Promise<PublishOutcome>;
};
