import type { Server } from 'node:http';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createLiveFeed } from './live-feed.ts';
import { type AuthenticateSocket, createLiveServer, type FindTokenVersions } from './socket-io.adapter.ts';

/** A session that another server ended, or a change in the database itself, takes effect here within a second. */
const REVOCATION_CHECK_EVERY_MS = 500;

/** The open pages: who may listen, and what is sent to whom. */
export function createLiveRoom(needs: {
  httpServer: Server;
  authenticate: AuthenticateSocket;
  findTokenVersions: FindTokenVersions;
  logger: Logger;
}) {
  const { logger } = needs;
  const server = createLiveServer(needs);
  const feed = createLiveFeed({ live: server, logger });
  const revocationCheck = createInterval({
    name: 'revocation-check',
    everyMs: REVOCATION_CHECK_EVERY_MS,
    logger,
    work: server.endRevoked,
  });

  return {
    feed,
    disconnectUser: server.disconnectUser,
    start: revocationCheck.start,
    /** Resolves once all pages are disconnected; that needs the HTTP server to close, too. */
    disconnectAll: server.stop,
    stop: async () => {
      await revocationCheck.stop();
      await feed.stop();
    },
  };
}
