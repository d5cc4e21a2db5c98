import type { CommandProgress } from '@semaforo/contract/live/events';
import { inChunks } from '../database/in-chunks.ts';
import type { LivePort } from '../live/live.port.ts';
import type { Bus } from './bus.port.ts';
import { type Audience, isShared, type PageEvent } from './page-event.ts';

/**
 * The live port with the pages of all servers for its audience: its peers emit what this server emits, and it emits
 * what they do. What each server finds out by itself stays local: reports of devices, the broker, the clock.
 */
export function createSharedAudience(live: LivePort, bus: Pick<Bus, 'publish' | 'subscribe'>): LivePort {
  const publishToPeers = (to: Audience, event: string, payload: readonly unknown[]) => {
    if (!isShared(event)) return;
    const pieces = event === 'command_progress' ? inPieces(payload[0] as CommandProgress[]) : [payload];
    // The port's types say that the payload is that of the event.
    for (const piece of pieces) bus.publish('page', { to, event, payload: piece } as PageEvent);
  };
  bus.subscribe('page', ({ to, event, payload }) => {
    const arguments_ = payload as never;
    if (to.kind === 'all') live.emitToAll(event, ...arguments_);
    else if (to.kind === 'user') live.emitToUser(to.userId, event, ...arguments_);
    else live.emit(to.viewer, event, ...arguments_);
  });
  return {
    ...live,
    emit: (viewer, event, ...payload) => {
      live.emit(viewer, event, ...payload);
      publishToPeers({ kind: 'viewer', viewer }, event, payload);
    },
    emitToUser: (userId, event, ...payload) => {
      live.emitToUser(userId, event, ...payload);
      publishToPeers({ kind: 'user', userId }, event, payload);
    },
    emitToAll: (event, ...payload) => {
      live.emitToAll(event, ...payload);
      publishToPeers({ kind: 'all' }, event, payload);
    },
  };
}

/** The progress of a command to thousands of devices in messages short enough for NATS, which takes a megabyte. */
function inPieces(progress: readonly CommandProgress[]): [CommandProgress[]][] {
  return progress.flatMap((command): [CommandProgress[]][] => {
    if (command.deliveries.length === 0) return [[[command]]];
    return [...inChunks(command.deliveries)].map((deliveries) => [[{ ...command, deliveries }]]);
  });
}
