import type { Server } from 'node:http';
import { CLOCK_EVERY_MS } from '@semaforo/contract/live/events';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import { createLiveFeed } from './live-feed.ts';
import { type AuthenticateSocket, createLiveServer, type FindOpenSessions } from './socket-io.adapter.ts';

/** A session that another server ended, or a change in the database itself, takes effect here within a second. */
const REVOCATION_CHECK_EVERY_MS = 500;

/** The open pages: who may listen, and what is sent to whom. */
export function createLiveRoom(needs: {
  httpServer: Server;
  authenticate: AuthenticateSocket;
  findOpenSessions: FindOpenSessions;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger } = needs;
  const server = createLiveServer(needs);
  const feed = createLiveFeed({ live: server, logger });
  addMeasuredGauge(needs.counters.registry, {
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

  const heartbeat = createInterval({
    name: 'clock',
    everyMs: CLOCK_EVERY_MS,
    logger,
    work: () => {
      feed.clock(clock.now());
      return Promise.resolve();
    },
  });

  return {
    feed,
    /** How many pages are open. */
    pages: server.pages,
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
      await feed.stop();
    },
  };
}
