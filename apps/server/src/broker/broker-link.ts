import pLimit from 'p-limit';
import { createBackoff } from '../platform/backoff.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import type { BrokerLink, LinkStatus, Received } from './broker-link.port.ts';
import type { BrokerAccess, ConnectToBroker, MqttConnection, TryBroker } from './mqtt-connection.port.ts';
import { isAnnouncement } from './own-topics.ts';

export type SupervisedLink = BrokerLink & {
  /**
   * Begins to connect, and connects again whenever the connection is lost. Without an address it waits for
   * `switchTo`. `received` gets every message. Resolves when the first try has ended, either way.
   */
  start: (address: BrokerAccess | undefined, received: Received) => Promise<void>;
  /** True from `start` on: before it nobody takes in what arrives, nor is told of a connection. */
  isStarted: () => boolean;
  /**
   * Tries another broker and, once connected to it, leaves the present one. Resolves to null, or to an Italian
   * reason; then nothing changed. When it is the present one under another name or log-in, there is a short gap.
   */
  switchTo: (address: BrokerAccess) => Promise<string | null>;
  /** The broker that it is on, or tries to reach. */
  address: () => BrokerAccess | undefined;
  stop: () => void;
};

type Deps = {
  connectToBroker: ConnectToBroker;
  tryBroker: TryBroker;
  statuses: EventChannel<LinkStatus>;
  clock: Clock;
  logger: Logger;
  reconnectBounds: RetryBounds;
};

const NO_BROKER = 'Nessun broker configurato';

/** Keeps one connection to the broker, with backoff of its own, and announces when it is made or lost. */
export function createBrokerLink(deps: Deps): SupervisedLink {
  const { logger } = deps;
  const status = createAnnouncedStatus(deps);
  let address: BrokerAccess | undefined;
  let connection: MqttConnection | undefined;
  let isStarted = false;
  let stopped = false;
  let receive: Received = () => undefined;
  /** One at a time: a second connection would end the first, because both have the same client id. */
  const joining = pLimit(1);

  const adopt = (made: MqttConnection, from: BrokerAccess) => {
    const former = connection;
    connection = made;
    address = from;
    backoff.reset();
    status.change({ connected: true, reason: null });
    former?.close();
  };

  const lose = (reason: string) => {
    connection = undefined;
    status.change({ connected: false, reason });
    logger.warn({ reason }, 'broker connection lost');
    backoff.retryLater();
  };

  const fail = (reason: string) => {
    if (stopped) return;
    if (!backoff.hasFailed()) logger.warn({ reason }, 'broker not reached');
    status.change({ connected: false, reason });
    backoff.retryLater();
  };

  /** Resolves to null once the connection is in use, else to the reason. */
  const join = async (to: BrokerAccess): Promise<string | null> => {
    let own: MqttConnection | undefined;
    const result = await deps.connectToBroker(to, {
      message: (message) => receive(message),
      opened: (made) => {
        own = made;
        if (stopped) made.close();
        else adopt(made, to);
      },
      closed: (reason) => {
        if (own === connection) lose(reason);
      },
    });
    return 'failure' in result ? result.failure : null;
  };

  const connectOnce = () =>
    joining(async () => {
      // Meanwhile the link may have been stopped, or moved to another broker.
      if (address === undefined || stopped || connection !== undefined) return;
      const failure = await join(address);
      if (failure !== null) fail(failure);
    });
  // No one waits for a try: it never rejects, and one that fails is followed by another.
  const backoff = createBackoff({ bounds: deps.reconnectBounds, retry: () => void connectOnce() });

  return {
    status: status.now,
    publish: (message, hooks) => connection?.publish(message, hooks) ?? Promise.resolve('withheld'),
    announce: (message) => {
      if (!isAnnouncement(message.topic)) return Promise.resolve('rejected');
      return connection?.announce(message) ?? Promise.resolve('withheld');
    },
    probe: () => connection?.probe(),
    isStarted: () => isStarted,
    start: (to, received) => {
      isStarted = true;
      address = to;
      receive = guarded(received, logger);
      if (to === undefined) status.change({ connected: false, reason: NO_BROKER });
      return connectOnce();
    },
    switchTo: async (to) => (await deps.tryBroker(to)) ?? joining(() => join(to)),
    address: () => address,
    stop: () => {
      stopped = true;
      backoff.stop();
      connection?.close();
      connection = undefined;
    },
  };
}

/**
 * A message that cannot be handled must not end the connection, let alone the process. It is acknowledged: sent again,
 * it would fail again, and keep back all that came after it. One that is not stored is sent again.
 */
function guarded(received: Received, logger: Logger): Received {
  const failed = (error: unknown, topic: string) =>
    logger.error({ err: error, topic }, 'a message could not be handled');
  return (message) => {
    try {
      const stored = received(message);
      stored?.catch((error: unknown) => failed(error, message.topic));
      return stored;
    } catch (error) {
      failed(error, message.topic);
      return undefined;
    }
  };
}

/** The status of the link to the broker. A change of it is announced when it is news. */
function createAnnouncedStatus({ statuses, clock }: { statuses: EventChannel<LinkStatus>; clock: Clock }) {
  let status: LinkStatus = { connected: false, since: clock.now(), reason: 'Collegamento in corso' };
  return {
    now: () => status,
    change: (next: Omit<LinkStatus, 'since'>) => {
      // A new connection is announced even when there was one before: what was reported over the former one is only
      // the last known state.
      const isNews = next.connected || status.connected;
      status = { ...next, since: isNews ? clock.now() : status.since };
      if (isNews) statuses.publish(status);
    },
  };
}
