import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { type RetryBounds, retryDelayMs } from '../platform/retry-delay.ts';
import type { BrokerLink, IncomingMessage, LinkStatus } from './broker-link.port.ts';
import type { BrokerAccess, ConnectToBroker, MqttConnection } from './mqtt-connection.port.ts';

export type SupervisedLink = BrokerLink & {
  /**
   * Begins to connect, and connects again whenever the connection is lost. Without an address it waits for
   * `switchTo`. `received` gets every message. Resolves when the first try has ended, either way.
   */
  start: (address: BrokerAccess | undefined, received: (message: IncomingMessage) => void) => Promise<void>;
  /**
   * Tries another broker and, once connected to it, leaves the present one. Resolves to null, or to an Italian
   * reason; then nothing changed.
   */
  switchTo: (address: BrokerAccess) => Promise<string | null>;
  stop: () => void;
};

type Opened = { connection: MqttConnection; putInUse: () => void };

/** Keeps one connection to the broker, with backoff of its own, and announces when it is made or lost. */
export function createBrokerLink(options: {
  connectToBroker: ConnectToBroker;
  statuses: EventChannel<LinkStatus>;
  clock: Clock;
  logger: Logger;
  reconnectBounds: RetryBounds;
}): SupervisedLink {
  const { clock, logger } = options;
  let address: BrokerAccess | undefined;
  let connection: MqttConnection | undefined;
  let status: LinkStatus = { connected: false, since: clock.now(), reason: 'Collegamento in corso' };
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let receive: (message: IncomingMessage) => void = () => {};

  const change = (next: Omit<LinkStatus, 'since'>) => {
    // A new connection is announced even when there was one before: what was reported over the former one is only the
    // last known state.
    const isNews = next.connected || status.connected;
    status = { ...next, since: isNews ? clock.now() : status.since };
    if (isNews) options.statuses.publish(status);
  };

  /** A message that cannot be handled must not end the connection, let alone the process. */
  const deliver = (message: IncomingMessage) => {
    try {
      receive(message);
    } catch (error) {
      logger.error({ err: error, topic: message.topic }, 'a message could not be handled');
    }
  };

  const open = async (to: BrokerAccess): Promise<Opened | { failure: string }> => {
    // Messages that arrive before the connection is in use wait, so that no message comes from a broker that does not
    // count as connected.
    const early: IncomingMessage[] = [];
    let own: MqttConnection | undefined;
    let inUse = false;
    const result = await options.connectToBroker(to, {
      message: (message) => {
        if (inUse) deliver(message);
        else early.push(message);
      },
      closed: () => {
        if (own !== undefined && own === connection) lose();
      },
    });
    if ('failure' in result) return result;
    own = result.connection;
    const putInUse = () => {
      inUse = true;
      for (const message of early.splice(0)) deliver(message);
    };
    return { connection: result.connection, putInUse };
  };

  const adopt = (opened: Opened, from: BrokerAccess) => {
    const former = connection;
    connection = opened.connection;
    address = from;
    failures = 0;
    clearTimeout(retry);
    change({ connected: true, reason: null });
    opened.putInUse();
    former?.close();
  };

  const lose = () => {
    connection = undefined;
    change({ connected: false, reason: 'Il collegamento al broker è caduto' });
    logger.warn({}, 'broker connection lost');
    tryAgainLater();
  };

  const tryAgainLater = () => {
    if (stopped) return;
    const delay = retryDelayMs(failures, Math.random(), options.reconnectBounds);
    failures += 1;
    retry = setTimeout(() => void connectOnce(), delay);
  };

  const connectOnce = async () => {
    const target = address;
    if (target === undefined) return;
    const result = await open(target);
    // Meanwhile the link may have been stopped, or moved to another broker.
    const unwanted = stopped || target !== address || connection !== undefined;
    if ('connection' in result) {
      if (unwanted) result.connection.close();
      else adopt(result, target);
    } else if (!unwanted) {
      if (failures === 0) logger.warn({ reason: result.failure }, 'broker not reached');
      change({ connected: false, reason: result.failure });
      tryAgainLater();
    }
  };

  return {
    status: () => status,
    publish: (message, isStillWanted) =>
      connection?.publish(message, isStillWanted) ?? Promise.resolve('withheld'),
    start: (to, received) => {
      address = to;
      receive = received;
      return connectOnce();
    },
    switchTo: async (to) => {
      const result = await open(to);
      if ('failure' in result) return result.failure;
      if (stopped) result.connection.close();
      else adopt(result, to);
      return null;
    },
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      connection?.close();
      connection = undefined;
    },
  };
}
