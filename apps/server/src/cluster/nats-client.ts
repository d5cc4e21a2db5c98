import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';

/**
 * The client in a module of its own, to be loaded on request: of a CommonJS package that is itself loaded so, the
 * bundle hands on no names.
 */
export function connectToNats(options: ConnectionOptions): Promise<NatsConnection> {
  return connect(options);
}
