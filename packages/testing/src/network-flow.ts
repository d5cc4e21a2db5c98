import type { Socket } from 'node:net';

/** How one direction of a network is: so slow, or silent. */
export type FlowState = { delayMs: number; blocked: boolean };

type Item = { at: number; what: Buffer | 'end' | 'reset' };

/**
 * Carries what one socket sends, and how it ends, to the other. While it is blocked all of it waits, as bytes do that
 * are sent again until they arrive. `arrived` is told of bytes when they come, `passed` when they go on.
 */
export function createFlow({
  from,
  to,
  state,
  arrived,
  passed,
}: {
  from: Socket;
  to: Socket;
  state: () => FlowState;
  arrived: (data: Buffer) => void;
  passed: (data: Buffer) => void;
}): { pump: () => void } {
  const queue: Item[] = [];
  let timer: NodeJS.Timeout | undefined;

  const passOn = (what: Item['what']) => {
    if (to.destroyed) return;
    if (what === 'reset') breakOff(to);
    else if (what === 'end') to.end();
    else {
      passed(what);
      to.write(what);
    }
  };

  const pump = () => {
    clearTimeout(timer);
    const { delayMs, blocked } = state();
    if (blocked) return;
    for (let first = queue[0]; first; first = queue[0]) {
      const waitMs = first.at + delayMs - Date.now();
      if (waitMs > 0) {
        timer = setTimeout(pump, waitMs);
        return;
      }
      queue.shift();
      passOn(first.what);
    }
  };

  const take = (what: Item['what']) => {
    queue.push({ at: Date.now(), what });
    pump();
  };

  from.on('data', (data: Buffer) => {
    arrived(data);
    take(data);
  });
  from.on('end', () => take('end'));
  from.on('error', () => {
    // Whoever resets a connection takes back what had not arrived.
    queue.length = 0;
    take('reset');
  });
  to.on('close', () => clearTimeout(timer));
  return { pump };
}

/** Breaks a connection off without a farewell. Node 20 never lets go of a socket that is reset during its farewell. */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
