import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** What is to be called when a connection is gone. */
const endings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` once, when the answer is sent or its connection is gone. Only the connection says the latter for all:
 * of two requests that came one after the other on it, the answer of the second never closes when it is gone meanwhile.
 */
export function endWith({ raw, request }: FastifyReply, leave: () => void): void {
  const { socket } = request.raw;
  if (socket.destroyed) {
    leave();
    return;
  }
  const ofSocket = endingsOf(socket);
  ofSocket.add(leave);
  raw.once('finish', () => {
    if (ofSocket.delete(leave)) leave();
  });
}

function endingsOf(socket: Socket): Set<() => void> {
  const known = endings.get(socket);
  if (known) return known;
  const own = new Set<() => void>();
  endings.set(socket, own);
  socket.once('close', () => {
    for (const leave of own) leave();
    own.clear();
  });
  return own;
}
