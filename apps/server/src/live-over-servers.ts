import type { CommandProgress } from '@semaforo/contract/live/events';
import type { Bus } from './bus/bus.port.ts';
import { type Audience, isShared, type PageEvent } from './bus/page-event.ts';
import { inChunks } from './database/in-chunks.ts';
import type { LivePort } from './live/live.port.ts';

/**
 * The open pages of all servers as one: what is emitted here is emitted by the others, too, and the other way round.
 * Only what every server finds out by itself stays here: what devices say, the broker, the clock.
 */
export function createLiveOverServers(live: LivePort, bus: Pick<Bus, 'tell' | 'hear'>): LivePort {
  const tellOthers = (to: Audience, event: string, payload: readonly unknown[]) => {
    if (!isShared(event)) return;
    const pieces = event === 'command_progress' ? inPieces(payload[0] as CommandProgress[]) : [payload];
    // The port's types say that the payload is that of the event.
    for (const piece of pieces) bus.tell('page', { to, event, payload: piece } as PageEvent);
  };
  bus.hear('page', ({ to, event, payload }) => {
    const arguments_ = payload as never;
    if (to.kind === 'all') live.emitToAll(event, ...arguments_);
    else if (to.kind === 'user') live.emitToUser(to.userId, event, ...arguments_);
    else live.emit(to.viewer, event, ...arguments_);
  });
  return {
    ...live,
    emit: (viewer, event, ...payload) => {
      live.emit(viewer, event, ...payload);
      tellOthers({ kind: 'viewer', viewer }, event, payload);
    },
    emitToUser: (userId, event, ...payload) => {
      live.emitToUser(userId, event, ...payload);
      tellOthers({ kind: 'user', userId }, event, payload);
    },
    emitToAll: (event, ...payload) => {
      live.emitToAll(event, ...payload);
      tellOthers({ kind: 'all' }, event, payload);
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
