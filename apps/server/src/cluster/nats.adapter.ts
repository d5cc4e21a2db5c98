import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { createBackoff } from '../platform/backoff.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import type { NatsServers } from './nats-servers.ts';
import type { Transport, TransportListener } from './transport.port.ts';

/** Short: a server that is back should be heard within moments. */
const RECONNECT_BOUNDS: RetryBounds = { minMs: 100, maxMs: 2000 };
const CONNECT_WITHIN_MS = 2000;
/** A NATS that hangs is known for it after this many pings without an answer. */
const PING_EVERY_MS = 1000;
const PINGS_UNANSWERED_AT_MOST = 2;
/** How long the start waits for NATS; it goes on without it. */
const FIRST_TRY_WITHIN_MS = 1500;

/** The transport over NATS. It keeps one connection, and makes it again for ever. */
export function createNatsTransport(options: {
  servers: NatsServers;
  /** Before the names of messages: several installations may share a NATS. */
  prefix: () => Promise<string>;
}): Transport {
  let connection: NatsConnection | undefined;
  let prefix = '';
  let stopped = false;
  let listener: TransportListener | undefined;
  // No one waits for a try: it never rejects, and one that fails is followed by another.
  const backoff = createBackoff({ bounds: RECONNECT_BOUNDS, retry: () => void attempt() });

  const adopt = (made: NatsConnection) => {
    connection = made;
    made.subscribe(`${prefix}.>`, {
      callback: (error, message) => {
        if (error === null) listener?.received(message.subject.slice(prefix.length + 1), message.string());
      },
    });
    backoff.reset();
    listener?.joined();
    void made.closed().then((error) => {
      connection = undefined;
      if (!stopped) lose(error instanceof Error ? error.message : 'connection closed');
    });
  };
  const lose = (reason: string) => {
    if (!backoff.hasFailed()) listener?.cut(reason);
    backoff.retryLater();
  };
  const attempt = async () => {
    try {
      prefix ||= await options.prefix();
      const made = await connectTo(options.servers);
      if (stopped) await made.close();
      else adopt(made);
    } catch (error) {
      if (!stopped) lose(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    start: async (to) => {
      listener = to;
      await Promise.race([attempt(), delay(FIRST_TRY_WITHIN_MS, undefined, { ref: false })]);
    },
    send: (name, text) => connection?.publish(`${prefix}.${name}`, text),
    arrived: async () => {
      if (connection === undefined) return false;
      const answered = connection.flush().then(
        () => true,
        () => false,
      );
      // Of a connection that is closed first the answer never comes.
      return Promise.race([answered, connection.closed().then(() => false)]);
    },
    stop: async () => {
      stopped = true;
      backoff.stop();
      await connection?.close();
    },
  };
}

/** Read on request: a server that is alone never needs it. */
async function connectTo({ addresses, login, tls }: NatsServers): Promise<NatsConnection> {
  const { connectToNats } = await import('./nats-client.ts');
  return connectToNats({
    servers: addresses,
    ...login?.reveal(),
    ...(tls && { tls: {} }),
    name: 'semaforo',
    noEcho: true,
    // Made again by the backoff above, which knows no last attempt and survives a refused log-in.
    reconnect: false,
    timeout: CONNECT_WITHIN_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED_AT_MOST,
  });
}
