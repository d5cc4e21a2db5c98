import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Role } from '@semaforo/contract/api/users';
import type { ClientToServerEvents, ClockEvent, ServerToClientEvents } from '@semaforo/contract/live/events';
import { SOCKET_PATH } from '@semaforo/contract/live/events';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { namesSeveralHosts } from '../http/doors.ts';
import { answerOf } from '../http/failures.ts';
import { type Actor, accountOf, NO_SESSION } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { LivePort } from './live.port.ts';
import { boundBuffer, createUnauthenticatedSockets } from './socket-limits.ts';

const MAX_HANDSHAKE_BYTES = 8 * 1024;
/** A page sends its token with its first packet. */
const LOG_IN_WITHIN_MS = 5000;
/** All pages behind one address come back at once when the server was away. */
const UNAUTHENTICATED_PER_ADDRESS = 200;
const SOCKETS_PER_USER = 200;
/** A timer cannot wait longer, and would be over at once. Who is still let in then connects again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Characters. All devices of a large installation fit in several times. */
const WAITING_AT_MOST = 16 * 1024 * 1024;

const TRANSPORTS = ['polling', 'websocket'];
/** Of Engine.IO. */
const PROTOCOL = '4';
const NOT_A_LIVE_CONNECTION = new Refusal('invalid', {
  code: 'not-a-live-connection',
  message: 'Questo indirizzo serve solo al collegamento dal vivo delle pagine',
});

const handshakeSchema = z.object({ token: z.string().max(4096), batch: z.boolean().optional() });

type Admitted = {
  actor: Actor;
  sessionId: number;
  tokenVersion: number;
  expiresAt: number;
  restriction?: Refusal;
};

/** The user and session of a token and until when it is valid (epoch ms). A refusal when it does not count. */
export type AuthenticateSocket = (token: string) => Promise<Admitted | Refusal>;

/** The role and token version of the users of those of the sessions that are open, by session. */
export type FindOpenSessions = (
  sessionIds: readonly number[],
) => Promise<ReadonlyMap<number, { role: Role; tokenVersion: number }>>;

type Manner = 'batch' | 'single';
type Session = Admitted & { token: string; manner: Manner };
type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Session>;
type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Session>;

/**
 * Socket.IO on the HTTP server. A page connects with a token and from the same origin; it joins the rooms of its user
 * and sends nothing. Connection-state recovery is off, because it would replay what the user may not see any more.
 */
export function createLiveServer(options: {
  httpServer: HttpServer;
  authenticate: AuthenticateSocket;
  findOpenSessions: FindOpenSessions;
  /** The address of whoever sends a request. */
  addressOf: (request: IncomingMessage) => string;
  /** What a page is told of the server's clock. */
  clockEvent: () => ClockEvent;
  clock: Clock;
}): LivePort {
  const unauthenticated = createUnauthenticatedSockets(UNAUTHENTICATED_PER_ADDRESS, options.addressOf);
  const io: LiveServer = new Server(options.httpServer, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_HANDSHAKE_BYTES,
    connectTimeout: LOG_IN_WITHIN_MS,
    allowRequest: (request, done) =>
      done(
        null,
        isOwnOrigin(request) && !namesSeveralHosts(request.rawHeaders) && unauthenticated.mayCome(request),
      ),
  });
  io.engine.use(rejectOtherRequests);
  io.engine.on('connection', unauthenticated.came);
  io.use((socket, next) => {
    admit(socket, options.authenticate).then(
      (failure) => {
        if (failure) return next(new Error(failure));
        const others = io.sockets.adapter.rooms.get(userRoom(accountOf(socket.data.actor)))?.size ?? 0;
        return next(others < SOCKETS_PER_USER ? undefined : new Error('too-many'));
      },
      () => next(new Error('unavailable')),
    );
  });
  io.on('connection', (socket) => {
    unauthenticated.left(socket.conn);
    boundBuffer(socket.conn, { atMost: WAITING_AT_MOST, tooSlow: () => socket.disconnect(true) });
    socket.onAny(() => socket.disconnect(true));
    const { actor, sessionId, expiresAt, manner, token } = socket.data;
    void socket.join([
      // What ends the Comune ends its persons.
      userRoom(actor.id),
      userRoom(accountOf(actor)),
      sessionRoom(sessionId),
      room(actor.role === 'admin' ? null : actor.id, manner),
    ]);
    const lastsMs = Math.min(expiresAt - options.clock.now(), LONGEST_TIMER_MS);
    const expiry = setTimeout(() => socket.disconnect(true), lastsMs);
    socket.on('disconnect', () => clearTimeout(expiry));
    // By the first one a page measures how late the next ones come.
    socket.emit('clock', options.clockEvent());
    // Revoked between the hand-shake and the joining of its rooms, it would have been missed.
    options.authenticate(token).then(
      (session) => session instanceof Refusal && socket.disconnect(true),
      () => socket.disconnect(true),
    );
  });

  // Socket.IO writes an event before it looks who is in the room.
  const isOpen = (viewer: number | null, manner: Manner) =>
    io.sockets.adapter.rooms.has(room(viewer, manner));

  const isWatching = (viewer: number | null) => isOpen(viewer, 'batch') || isOpen(viewer, 'single');

  return {
    isWatching,
    pages: () => io.sockets.sockets.size,
    messages: (viewer, messages) => {
      if (isOpen(viewer, 'batch')) io.to(room(viewer, 'batch')).emit('mqtt_messages', messages);
      if (!isOpen(viewer, 'single')) return;
      for (const message of messages) io.to(room(viewer, 'single')).emit('mqtt_message', message);
    },
    emit: (viewer, event, ...payload) => {
      if (!isWatching(viewer)) return;
      io.to([room(viewer, 'batch'), room(viewer, 'single')]).emit(event, ...payload);
    },
    emitToUser: (userId, event, ...payload) => {
      io.to(userRoom(userId)).emit(event, ...payload);
    },
    emitToAll: (event, ...payload) => {
      io.emit(event, ...payload);
    },
    disconnectUser: (userId) => {
      io.in(userRoom(userId)).disconnectSockets(true);
    },
    disconnectSession: (sessionId) => {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    endRevoked: () => endRevoked([...io.sockets.sockets.values()], options.findOpenSessions),
    stop: () => io.close(),
  };
}

/** Answers what no page of ours sends as every other address does, before Socket.IO does it in its own way. */
function rejectOtherRequests(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const query = new URL(request.url ?? '', 'http://console').searchParams;
  const isOfPage = TRANSPORTS.includes(query.get('transport') ?? '') && query.get('EIO') === PROTOCOL;
  if (isOfPage || request.headers.upgrade !== undefined) {
    next();
    return;
  }
  const { status, body } = answerOf(NOT_A_LIVE_CONNECTION);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}

async function endRevoked(sockets: readonly LiveSocket[], findOpenSessions: FindOpenSessions): Promise<void> {
  if (sockets.length === 0) return;
  const open = await findOpenSessions([...new Set(sockets.map(({ data }) => data.sessionId))]);
  for (const socket of sockets) {
    const { actor, sessionId, tokenVersion } = socket.data;
    if (sessionId === NO_SESSION) continue;
    const now = open.get(sessionId);
    if (now?.role !== actor.role || now.tokenVersion !== tokenVersion) socket.disconnect(true);
  }
}

/** Resolves to why the socket is not let in; undefined when it is. */
async function admit(
  socket: LiveSocket,
  authenticate: AuthenticateSocket,
): Promise<'unauthorized' | 'restricted' | undefined> {
  const handshake = handshakeSchema.safeParse(socket.handshake.auth);
  if (!handshake.success) return 'unauthorized';
  const { token, batch } = handshake.data;
  const session = await authenticate(token);
  if (session instanceof Refusal) return 'unauthorized';
  const { key, devices } = session.actor;
  if (key && (devices || !key.scopes.includes('read'))) return 'unauthorized';
  if (session.restriction) return 'restricted';
  socket.data = { ...session, token, manner: batch === true ? 'batch' : 'single' };
  return undefined;
}

/** Pages of other sites carry another origin than the host they call; programs that are no browser carry none. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

function userRoom(userId: number): string {
  return `user:${userId}`;
}

function sessionRoom(sessionId: number): string {
  return `session:${sessionId}`;
}

function room(viewer: number | null, manner: Manner): string {
  return viewer === null ? `admins:${manner}` : `owner:${viewer}:${manner}`;
}
