import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { CHANGED_EVENTS } from '@semaforo/contract/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { noteLiveConnecting } from '../api/first-live-connection.ts';
import { API_ORIGIN } from '../api/origin.ts';
import { clearAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import { forgetLiveConnection, noteLiveConnection } from './live-connection.ts';
import { createLiveToCache, type LiveToCache } from './live-to-cache.ts';
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts';
import { createStateKeeper, loadKeptStates } from './state-keeper.ts';

const RETRY_MS = 2000;
/** An attempt to connect that takes longer is given up for the next one. */
const CONNECT_WITHIN_MS = 5000;

/**
 * Opens the page's one socket, which writes to the cache until the returned function closes it. A refused token ends
 * the session. A server that has fallen silent, or whose events come late, counts as lost, though its socket still
 * looks open (docs/rules.md#live-updates).
 */
export function followLiveEvents(token: string, queryClient: QueryClient): () => void {
  const concluded = noteLiveConnecting();
  const socket = openLiveSocket({
    origin: API_ORIGIN,
    token,
    batch: true,
    transports: ['websocket', 'polling'],
    timeout: CONNECT_WITHIN_MS,
    reconnectionDelayMax: RETRY_MS,
  });
  const toCache = createLiveToCache(queryClient);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const connectLater = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };
  const silence = createSilenceWatch(() => socket.disconnect().connect());
  const keeper = createStateKeeper(queryClient, silence.lastReceived);
  listen(socket, toCache, silence.receive);

  socket.on('connect', () => {
    silence.begin();
    keeper.begin();
    noteLiveConnection(true, serverNow());
    concluded();
    // Socket.IO delivers at most once: what was sent while the link was down must be read.
    void queryClient.invalidateQueries();
  });
  socket.on('disconnect', (reason) => {
    silence.end();
    keeper.lost();
    noteLiveConnection(false, silence.lastReceived() ?? serverNow());
    // Until the next reading, the shown states are only the last known ones.
    toCache.lost();
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('connect_error', ({ message }) => {
    void noteUnreached(silence.lastReceived()).then(concluded);
    if (message === 'unauthorized') void endRefused(token);
    // After a refused handshake Socket.IO does not try again by itself.
    else if (!socket.active) connectLater();
  });

  /** A page that has heard nothing yet shows what this browser kept, with its age. */
  async function noteUnreached(received: number | undefined) {
    const since = received ?? (await keptSince()) ?? serverNow();
    if (!socket.connected && !ended) noteLiveConnection(false, since);
  }

  async function keptSince() {
    try {
      return await (await loadKeptStates()).showKeptStates(queryClient);
    } catch {
      // Where this browser keeps no files, that of the kept states cannot be loaded either.
      return undefined;
    }
  }

  return () => {
    ended = true;
    toCache.stop();
    keeper.end();
    silence.end();
    concluded();
    clearTimeout(retry);
    socket.off();
    socket.disconnect();
    forgetLiveConnection();
  };
}

/** Lets a call ask why the token was refused: its refusal ends the session and says it. The socket does not say. */
async function endRefused(token: string): Promise<void> {
  try {
    await callRoute('getMe');
  } catch {
    // The answer to the call has ended the session; without one the socket's own refusal counts.
  }
  clearAccessToken(token);
}

/** Each event is heard before it is believed: one that comes too late ends the connection, and changes nothing. */
function listen(
  socket: LiveSocket,
  { handlers, refreshAfter }: LiveToCache,
  receive: SilenceWatch['receive'],
): void {
  const received =
    <Payload extends unknown[]>(
      handle: (...payload: Payload) => void,
      clock?: (...payload: Payload) => string,
    ) =>
    (...payload: Payload) => {
      receive(clock && Date.parse(clock(...payload)));
      if (socket.connected) handle(...payload);
    };
  socket.on('mqtt_message', received(handlers.mqtt_message));
  socket.on('mqtt_messages', received(handlers.mqtt_messages));
  socket.on('device_status', received(handlers.device_status));
  socket.on('command_accepted', received(handlers.command_accepted));
  socket.on('command_progress', received(handlers.command_progress));
  socket.on('broker_status', received(handlers.broker_status));
  socket.on(
    'clock',
    received(handlers.clock, ({ now }) => now),
  );
  for (const event of CHANGED_EVENTS) {
    socket.on(
      event,
      received(() => refreshAfter(event)),
    );
  }
}
