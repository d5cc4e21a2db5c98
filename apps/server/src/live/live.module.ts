import type { IncomingMessage, Server } from 'node:http';
import { CHANGED_EVENTS, CLOCK_EVERY_MS, type ClockEvent } from '@semaforo/contract/live/events';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { LivePort } from './live.port.ts';
import { createLiveFeed } from './live-feed.ts';
import { type AuthenticateSocket, createLiveServer, type FindOpenSessions } from './socket-io.adapter.ts';

/** A session that another server ended, or a change in the database itself, takes effect here within a second. */
const REVOCATION_CHECK_EVERY_MS = 500;

/** The open pages: who may listen, and what is sent to whom. */
export function createLiveModule(deps: {
  httpServer: Server;
  users: {
    authenticate: AuthenticateSocket;
    findOpenSessions: FindOpenSessions;
    /** The sessions of a user, or one of them, have ended. */
    events: Events<
      | { kind: 'sessions-ended' | 'deleted'; userId: number }
      | { kind: 'session-ended'; userId: number; sessionId: number }
    >;
  };
  /** In place of Socket.IO. */
  port?: LivePort | undefined;
  addressOf: (request: IncomingMessage) => string;
  counters: Pick<Counters, 'registry'>;
  /** The open pages of this server and of those that it shares its events with. */
  overServers: (pages: LivePort) => LivePort;
  /** True while this server is cut off from the others. */
  isIsolated: () => boolean;
  clockAgreement: Pick<ClockAgreement, 'correctionMs'>;
  clock: Clock;
  logger: Logger;
}) {
  const { users, clock, logger } = deps;
  const clockEvent = (): ClockEvent => ({
    // Another server may judge the clicks that are stamped by it.
    now: isoTime(clock.now() + deps.clockAgreement.correctionMs()),
    ...(deps.isIsolated() && { isolated: true }),
  });
  const server = deps.port ?? createLiveServer({ ...deps, ...users, clockEvent });
  const feed = createLiveFeed({ live: deps.overServers(server), logger });
  users.events.subscribe((event) => {
    if (event.kind === 'session-ended') return server.disconnectSession(event.sessionId);
    server.disconnectUser(event.userId);
    if (event.kind !== 'deleted') return;
    feed.changed('groups_changed', [event.userId]);
    feed.changed('schedules_changed', []);
    feed.changed('alerts_changed', []);
  });
  addMeasuredGauge(deps.counters.registry, {
    name: 'semaforo_pages',
    help: 'Pages that are open and listen (sockets)',
    read: server.pages,
  });
  const revocationCheck = createInterval({
    name: 'revocation-check',
    everyMs: REVOCATION_CHECK_EVERY_MS,
    logger,
    work: server.endRevoked,
  });

  const revocationCheckNow = createDebouncedJob({
    name: 'revocation-check-now',
    delayMs: 0,
    logger,
    work: server.endRevoked,
  });

  const emitClock = () => feed.clock(clockEvent());
  const heartbeat = createInterval({
    name: 'clock',
    everyMs: CLOCK_EVERY_MS,
    logger,
    work: () => {
      emitClock();
      return Promise.resolve();
    },
  });

  return {
    name: 'live',
    feed,
    /** How many pages are open. */
    pages: server.pages,
    /** Tells the open pages at once whether this server is isolated. */
    isolationChanged: emitClock,
    /** Has the open pages of this server read again what they may have missed. */
    readAgain: () => {
      for (const event of CHANGED_EVENTS) server.emitToAll(event);
    },
    /** Ends at once what was revoked on other servers. */
    revokeNow: revocationCheckNow.request,
    disconnectUser: server.disconnectUser,
    disconnectSession: server.disconnectSession,
    start: () => {
      revocationCheck.start();
      heartbeat.start();
    },
    /** Resolves once all pages are disconnected; that needs the HTTP server to close, too. */
    disconnectAll: server.stop,
    stop: async () => {
      await heartbeat.stop();
      await revocationCheck.stop();
      await revocationCheckNow.stop();
      await feed.stop();
    },
  };
}
