import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { SPOKEN_CHANNELS } from '@semaforo/contract/domain/device-profiles';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import './packet-numbers.ts';
import type { Clock } from '../platform/clock.ts';
import { createLoadGauge } from '../platform/load-gauge.ts';
import { type AnswerWatch, createAnswerWatch } from './answer-watch.ts';
import { createCatchUp, NO_MARKER } from './catch-up.ts';
import {
  BEHIND,
  LOST,
  NO_ANSWER,
  NOT_STORED,
  sentenceOfFailure,
  sentenceOfParting,
} from './connection-failure.ts';
import type { ConnectionListener, MqttConnection } from './mqtt-connection.port.ts';
import { CONNECT_TIMEOUT_MS } from './mqtt-options.ts';
import { createMqttPublisher } from './mqtt-publisher.ts';
import { unheardTopicOf } from './own-topics.ts';
import { receiveMessages } from './receive-messages.ts';
import { createSubscriberFeedback } from './subscriber-feedback.ts';

/** A key has three segments after the leading slash. */
const ANY_KEY = '/+/+/+';
/**
 * Reports, metrics and availability of every device, on `<key>/<channel>`. Commands are one level deeper.
 */
const REPORTS = `${ANY_KEY}/+`;
/** Measures, and what boards say (docs/protocol.md#profiles). A broker may refuse these: they are not heard then. */
const OTHER_LABELS = SPOKEN_CHANNELS.filter((channel) => channel !== '+').map(
  (channel) => `${ANY_KEY}/${channel}`,
);
/** Of a SUBACK; greater ones of MQTT 5 say why. */
const REFUSED = 0x80;
const UNACCEPTABLE_PROTOCOL = [0x01, 0x84];

type Attempt = { connection: MqttConnection } | { failure: string; protocolRefused: boolean };

/** Makes one connection of mqtt.js. Resolves when it is open or has failed; never rejects. */
export function openMqttConnection(options: {
  mqtt: IClientOptions;
  markerTopic: string;
  listener: ConnectionListener;
  clock: Clock;
}): Promise<Attempt> {
  const { markerTopic, listener, clock } = options;
  return new Promise((resolve) => {
    const client = connect(options.mqtt);
    let opened: MqttConnection | undefined;
    let failure = NO_ANSWER;
    let protocolRefused = false;
    let watch: AnswerWatch | undefined;
    let isGivenUp = false;
    const giveUp = (reason: string) => {
      isGivenUp = true;
      failure = reason;
      discardUnsent(client);
      client.end(true);
    };
    const deadline = setTimeout(giveUp, CONNECT_TIMEOUT_MS, NO_ANSWER);
    const feedback = createSubscriberFeedback(client, unheardTopicOf(options.mqtt.clientId ?? ''));
    const catchUp = createCatchUp({
      client,
      topic: markerTopic,
      first: feedback.probe,
      failed: () => giveUp(NO_MARKER),
    });
    const acknowledgements = receiveMessages(client, (topic, payload, retained) => {
      // It is not acknowledged either: on the next connection it comes as something that was kept.
      if (opened && watch?.isBehind() === true) giveUp(BEHIND);
      if (isGivenUp || catchUp.isMarker(topic, payload) || feedback.isFeedback(topic)) return undefined;
      const queued = !retained && opened === undefined;
      return listener.message({ topic, payload, retained: retained || queued, queued });
    });

    client.on('connect', ({ properties }) => {
      setNoDelay(client);
      const answers = watchAnswers(client, {
        ...acknowledgements,
        silent: () => giveUp(NO_ANSWER),
        heldUp: () => giveUp(NOT_STORED),
      });
      watch = answers;
      const publisher = createMqttPublisher({
        client,
        receiveMaximum: properties?.receiveMaximum,
        watch: answers,
        feedback,
        clock,
      });
      subscribe(client, markerTopic, (isGranted) => {
        clearTimeout(deadline);
        if (!isGranted) return giveUp('Il broker rifiuta la sottoscrizione');
        catchUp.begin((since) => {
          answers.caughtUp(since);
          opened = { ...publisher, probe: answers.askAhead, close: () => client.end(true) };
          failure = LOST;
          listener.opened(opened);
          resolve({ connection: opened });
        });
      });
    });
    client.on('error', (error) => {
      protocolRefused = 'code' in error && UNACCEPTABLE_PROTOCOL.includes(Number(error.code));
      giveUp(opened ? LOST : sentenceOfFailure(error));
    });
    client.on('disconnect', ({ reasonCode }) => {
      failure = sentenceOfParting(reasonCode);
    });
    client.once('close', () => {
      clearTimeout(deadline);
      catchUp.stop();
      watch?.stop();
      client.end(true);
      if (opened) listener.closed(failure);
      else resolve({ failure, protocolRefused });
    });
  });
}

function subscribe(client: MqttClient, markerTopic: string, done: (isGranted: boolean) => void): void {
  const reports = { qos: 1, nl: true, rap: false } as const;
  const others = Object.fromEntries(OTHER_LABELS.map((filter) => [filter, reports]));
  const topics = { [REPORTS]: reports, [markerTopic]: { ...reports, nl: false }, ...others };
  // In one packet, and by its answer: the library's error does not say which filter was refused.
  client.subscribe(topics, (_error, _requested, answer) => {
    const [ofReports = REFUSED, ofMarker = REFUSED] = (answer?.granted ?? []).map(Number);
    done(ofReports < REFUSED && ofMarker < REFUSED);
  });
}

/**
 * What a hung network or broker has not taken yet must not reach it later: the system drops it with a reset. Node
 * throws when a stream of TLS is to be reset: that one is closed.
 */
function discardUnsent(client: MqttClient): void {
  const { stream } = client;
  // On Node 20 a stream that was ended first would keep the process from exiting.
  if (stream instanceof Socket && !(stream instanceof TLSSocket) && !stream.writableEnded) {
    stream.resetAndDestroy();
  }
}

/** Asks by PINGREQ, which also keeps the library from judging by a timer of its own. */
function watchAnswers(
  client: MqttClient,
  deps: { heldUpBy: () => object | undefined; silent: () => void; heldUp: () => void },
): AnswerWatch {
  const pings: (() => void)[] = [];
  const watch = createAnswerWatch({
    ...deps,
    isOverloaded: createLoadGauge(),
    ping: () => {
      if (!client.connected) return;
      pings.push(watch.requested());
      client.sendPing();
      // mqtt.js would write it when this turn of the loop is over, and a commit of SQLite is part of the same turn.
      client.stream.uncork();
    },
  });
  client.on('packetreceive', ({ cmd }) => {
    watch.received();
    if (cmd === 'pingresp') pings.shift()?.();
  });
  return watch;
}

/** Without it a command and its echo wait for delayed acknowledgements, some 50 ms instead of 3. */
function setNoDelay(client: MqttClient): void {
  const stream: { setNoDelay?: (on: boolean) => unknown } = client.stream as object;
  stream.setNoDelay?.(true);
}
