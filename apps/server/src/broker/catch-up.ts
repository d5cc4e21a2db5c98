import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { OWN_TOPICS } from './own-topics.ts';

/** It may wait behind what the broker kept, which is why each message that arrives renews the time. */
const SILENT_FOR_MS = 5000;
const AT_MOST_MS = 30_000;
/** A marker that took longer came behind more than could be read in that time; what follows it may be as old. */
const MARKER_WITHIN_MS = 2500;
const MARKER_EXPIRY_S = 60;

export const markerTopicOf = (clientId: string) => `${OWN_TOPICS}${clientId}/marker`;

/** Why a server cannot catch up: almost always the broker's access list. */
export const NO_MARKER =
  'Il broker non rimanda al server i suoi messaggi: gli servono lettura e scrittura su semaforo/#';

/** Whether all that the broker kept for us has arrived. */
export type CatchUp = {
  /**
   * Publishes the marker; call it once, after the subscription. `done` is called while the marker is handled, before
   * any later message, with the time at which that marker was published, by the monotonic clock.
   */
  begin: (done: (publishedAt: number) => void) => void;
  /** Takes a message in; true when it was a marker, of this connection or of a former one. */
  isMarker: (topic: string, payload: Buffer) => boolean;
  stop: () => void;
};

/**
 * The server publishes a marker to itself with QoS 1: what the broker kept comes before it. One that comes back late is
 * followed by another. `failed` is called when none comes back.
 */
export function createCatchUp(options: {
  client: MqttClient;
  topic: string;
  /** What comes before the first marker; it calls `then` once that is done. */
  first: (then: () => void) => void;
  failed: () => void;
}): CatchUp {
  const { client, topic } = options;
  // A session may also hold the marker of a former connection.
  let own = '';
  let publishedAt = 0;
  let isDone = false;
  let done: (publishedAt: number) => void = () => {};
  let silence: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(silence);
    clearTimeout(limit);
  };
  const publishMarker = () => {
    own = randomUUID();
    publishedAt = performance.now();
    const properties = client.options.protocolVersion === 5 && {
      properties: { messageExpiryInterval: MARKER_EXPIRY_S },
    };
    client.publish(topic, own, { qos: 1, ...properties }, (error) => {
      if (error && !isDone) options.failed();
    });
  };

  return {
    begin: (whenDone) => {
      done = whenDone;
      silence = setTimeout(options.failed, SILENT_FOR_MS);
      limit = setTimeout(options.failed, AT_MOST_MS);
      options.first(publishMarker);
    },
    isMarker: (received, payload) => {
      if (!isDone) silence?.refresh();
      if (received !== topic) return false;
      if (isDone || payload.toString() !== own) return true;
      if (performance.now() - publishedAt > MARKER_WITHIN_MS) {
        publishMarker();
        return true;
      }
      isDone = true;
      stop();
      done(publishedAt);
      return true;
    },
    stop,
  };
}
