import type { Server } from 'node:http';
import { CLOCK_EVERY_MS } from '@semaforo/contract/live/events';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createLiveFeed } from './live-feed.ts';
import { type AuthenticateSocket, createLiveServer, type FindOpenSessions } from './socket-io.adapter.ts';

/** A session that another server ended, or a change in the database itself, takes effect here within a second. */
const REVOCATION_CHECK_EVERY_MS = 500;

/** The open pages: who may listen, and what is sent to whom. */
export function createLiveRoom(needs: {
  httpServer: Server;
  authenticate: AuthenticateSocket;
  findOpenSessions: FindOpenSessions;
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger } = needs;
  const server = createLiveServer(needs);
  const feed = createLiveFeed({ live: server, logger });
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
