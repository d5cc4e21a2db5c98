import {
  type ClientToServerEvents,
  type Handshake,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '@semaforo/contract/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { noteLiveConnecting } from '../api/first-live-connection.ts';
import { API_ORIGIN } from '../api/origin.ts';
import { clearAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import { forgetLiveConnection, noteLiveConnection } from './live-connection.ts';
import { createLiveToCache } from './live-to-cache.ts';

const RETRY_MS = 2000;

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Opens the page's one socket, which writes to the cache until the returned function closes it. A refused token ends
 * the session.
 */
export function openLiveSocket(token: string, queryClient: QueryClient): () => void {
  const handshake: Handshake = { token, batch: true };
  const concluded = noteLiveConnecting();
  const socket: LiveSocket = io(API_ORIGIN, {
    path: SOCKET_PATH,
    auth: handshake,
    transports: ['websocket', 'polling'],
    forceNew: true,
  });
  const { handlers, lost, stop } = createLiveToCache(queryClient);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connectLater = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };
  listen(socket, handlers);

  socket.on('connect', () => {
    noteLiveConnection(true, serverNow());
    concluded();
    // Socket.IO delivers at most once: what was sent while the link was down must be read.
    void queryClient.invalidateQueries();
  });
  socket.on('disconnect', (reason) => {
    noteLiveConnection(false, serverNow());
    // Until the next reading, the shown states are only the last known ones.
    lost();
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('connect_error', ({ message }) => {
    noteLiveConnection(false, serverNow());
    concluded();
    if (message === 'unauthorized') clearAccessToken(token);
    // After a refused handshake Socket.IO does not try again by itself.
    else if (!socket.active) connectLater();
  });

  return () => {
    stop();
    concluded();
    clearTimeout(retry);
    socket.off();
    socket.disconnect();
    forgetLiveConnection();
  };
}

function listen(socket: LiveSocket, handlers: ServerToClientEvents): void {
  socket.on('mqtt_message', handlers.mqtt_message);
  socket.on('mqtt_messages', handlers.mqtt_messages);
  socket.on('device_status', handlers.device_status);
  socket.on('devices_changed', handlers.devices_changed);
  socket.on('command_accepted', handlers.command_accepted);
  socket.on('command_progress', handlers.command_progress);
  socket.on('broker_status', handlers.broker_status);
  socket.on('schedules_changed', handlers.schedules_changed);
}
