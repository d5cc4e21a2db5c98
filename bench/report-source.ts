import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';

/** As many as 80,000 simulated devices share. */
const CONNECTIONS = 20;
const AT_ONCE = 100;
/** So many are on their way at a time: what waits in this process is no measure of who listens. */
const MOST_ON_THE_WAY = 5000;
/** Nobody else says anything on it, and it is the output of a lamp. */
const CHANNEL = 'out1';

/** Devices that report as fast as they are heard. */
export type ReportSource = {
  start: () => Promise<void>;
  /** Call it with the topics that a listener has heard. */
  received: (topics: readonly string[]) => void;
  /** Says that many messages, so many on their way at a time; resolves to the milliseconds until as many were heard. */
  report: (messages: number, mostOnTheWay?: number) => Promise<number>;
  stop: () => Promise<void>;
};

export function createReportSource(options: {
  brokerPort: number;
  login?: { username: string; password: string };
  keys: readonly string[];
}): ReportSource {
  const { brokerPort, login = BROKER_LOGIN, keys } = options;
  const connections = Array.from({ length: CONNECTIONS }, () =>
    createBrokerConnection({
      broker: { host: '127.0.0.1', port: brokerPort, ...login },
      topics: [],
      onJoined: () => Promise.resolve(),
      onMessage: () => undefined,
      onTrouble: (reason) => console.error(reason),
    }),
  );
  let received = 0;
  let next = 0;
  return {
    start: async () => void (await Promise.all(connections.map((connection) => connection.start()))),
    received: (topics) => {
      for (const topic of topics) if (topic.endsWith(CHANNEL)) received += 1;
    },
    report: async (messages, mostOnTheWay = MOST_ON_THE_WAY) => {
      const until = received + messages;
      const startedAt = performance.now();
      for (let reported = 0; received < until; await nextTurn()) {
        const onTheWay = reported - (received - (until - messages));
        for (
          let each = 0;
          each < AT_ONCE && reported < messages && onTheWay < mostOnTheWay;
          each += 1, reported += 1
        ) {
          next += 1;
          const payload = Math.floor(next / keys.length) % 2 === 0 ? '1' : '0';
          const topic = `${keys[next % keys.length]}/${CHANNEL}`;
          connections[next % CONNECTIONS]?.publish({ topic, payload, retain: false });
        }
      }
      return performance.now() - startedAt;
    },
    stop: async () => void (await Promise.all(connections.map((connection) => connection.stop()))),
  };
}
