import {
  type ClientToServerEvents,
  type Handshake,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '@semaforo/contract/live/events';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

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
  return io(origin, { path: SOCKET_PATH, auth: handshake, forceNew: true, ...options });
}
