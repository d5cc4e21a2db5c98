import type { MqttClient } from 'mqtt';

const NO_MATCHING_SUBSCRIBERS = 0x10;

/**
 * What a broker says of whether anyone is subscribed to what is published: MQTT 5 may say it in the PUBACK, the
 * embedded broker says it just before that (own-topics.ts). Others say nothing, and those to which a watcher listens in
 * on everything might as well.
 */
export type ListenerAnswers = {
  /**
   * Publishes where nobody is subscribed, to learn whether this broker would say so. `then` is called once it has
   * answered, in whatever way.
   */
  probe: (then: () => void) => void;
  /** Takes a message in; true when it was such an answer. */
  isAnswer: (topic: string) => boolean;
  /** Of the message whose PUBACK is being read. */
  outcome: () => 'acknowledged' | 'no-listener' | 'listener-unknown';
};

/** `topic`: one to which no client may subscribe. */
export function createListenerAnswers(client: MqttClient, topic: string): ListenerAnswers {
  const unheard = new Set<number>();
  let saysSo = false;
  // mqtt.js keeps the reason code from the callback of a publish, which it calls right after this event.
  let nobodyListens = false;
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'publish' && packet.topic === topic) unheard.add(Number(packet.payload.toString()));
    if (packet.cmd !== 'puback') return;
    const wasSaid = packet.messageId !== undefined && unheard.delete(packet.messageId);
    nobodyListens = wasSaid || packet.reasonCode === NO_MATCHING_SUBSCRIBERS;
  });
  return {
    probe: (then) => {
      client.publish(topic, '', { qos: 1 }, (error) => {
        saysSo = !error && nobodyListens;
        then();
      });
    },
    isAnswer: (heard) => heard === topic,
    outcome: () => {
      if (nobodyListens) return 'no-listener';
      return saysSo ? 'acknowledged' : 'listener-unknown';
    },
  };
}
