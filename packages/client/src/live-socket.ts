import {
  type ClientToServerEvents,
  type Handshake,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '@semaforo/contract/live/events';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { locate } from './request.ts';

/** A socket with the typed live events. */
export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Opens a socket of its own as the user of the token; it connects again by itself when the link breaks. With `batch`
 * it gets `mqtt_messages` instead of `mqtt_message`. A refused token is a `connect_error` with the message
 * `unauthorized`.
 */
export function openLiveSocket({
  origin,
  token,
  batch,
  ...options
}: Handshake & { origin: string } & Partial<ManagerOptions & SocketOptions>): LiveSocket {
  const handshake: Handshake = { token, ...(batch !== undefined && { batch }) };
  // In the address that the library takes a path would name something else.
  const { origin: host, pathname } = locate(SOCKET_PATH, origin);
  return io(host, { path: pathname, auth: handshake, forceNew: true, ...options });
}
