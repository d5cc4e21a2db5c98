import { openLiveSocket } from '@semaforo/client/live-socket';
import type { ClusterServer } from './cluster.ts';

/** A page behind a proxy: when its server is gone, its next try reaches another. */
export type RoamingPage = {
  isConnected: () => boolean;
  /** How long it was without a server, each time (ms). */
  readonly gapsMs: readonly number[];
  close: () => void;
};

export function openRoamingPage(
  servers: readonly ClusterServer[],
  first: number,
  token: string,
): RoamingPage {
  const gapsMs: number[] = [];
  let at = first;
  let lostAt: number | undefined;
  let isClosed = false;
  const open = () => {
    const { origin = '' } = servers[at % servers.length] ?? {};
    const socket = openLiveSocket({ origin, token, reconnection: false, transports: ['websocket'] });
    const tryNext = () => {
      if (isClosed) return;
      lostAt ??= performance.now();
      at += 1;
      current = open();
    };
    socket.on('connect', () => {
      if (lostAt !== undefined) gapsMs.push(Math.round(performance.now() - lostAt));
      lostAt = undefined;
    });
    socket.on('disconnect', tryNext);
    socket.on('connect_error', tryNext);
    return socket;
  };
  let current = open();
  return {
    isConnected: () => current.connected,
    gapsMs,
    close: () => {
      isClosed = true;
      current.disconnect();
    },
  };
}
