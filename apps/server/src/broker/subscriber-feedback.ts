import type { MqttClient } from 'mqtt';

const NO_MATCHING_SUBSCRIBERS = 0x10;
/** Somebody may subscribe to everything at any time, and then the broker tells nothing any more. */
const PROBE_AFTER_MS = 1000;

/**
 * What a broker says of whether anyone is subscribed to what is published: MQTT 5 may say it in the PUBACK, the
 * embedded broker says it just before that (own-topics.ts). Others say nothing, and those to which a watcher listens in
 * on everything might as well.
 */
export type SubscriberFeedback = {
  /**
   * Publishes where nobody is subscribed, to learn whether this broker would say so. `then` is called once it has
   * answered, in whatever way.
   */
  probe: (then: () => void) => void;
  /** True when the last probe is so long ago that another is to go before the next message: PUBACKs keep the order. */
  isProbeDue: () => boolean;
  /** Takes a message in; true when it was such feedback. */
  isFeedback: (topic: string) => boolean;
  /** Of the message whose PUBACK is being read. */
  outcome: () => 'acknowledged' | 'no-listener' | 'listener-unknown';
};

/** `topic`: one to which no client may subscribe. */
export function createSubscriberFeedback(client: MqttClient, topic: string): SubscriberFeedback {
  const unheard = new Set<number>();
  let reportsSo = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  // mqtt.js keeps the reason code from the callback of a publish, which it calls right after this event.
  let nobodyListens = false;
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'publish' && packet.topic === topic) unheard.add(Number(packet.payload.toString()));
    if (packet.cmd !== 'puback') return;
    const wasReported = packet.messageId !== undefined && unheard.delete(packet.messageId);
    nobodyListens = wasReported || packet.reasonCode === NO_MATCHING_SUBSCRIBERS;
  });
  return {
    probe: (then) => {
      probedAt = performance.now();
      client.publish(topic, '', { qos: 1 }, (error) => {
        reportsSo = !error && nobodyListens;
        then();
      });
    },
    isProbeDue: () => performance.now() - probedAt >= PROBE_AFTER_MS,
    isFeedback: (received) => received === topic,
    outcome: () => {
      if (nobodyListens) return 'no-listener';
      return reportsSo ? 'acknowledged' : 'listener-unknown';
    },
  };
}
