import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { breakOff, createFlow, type FlowState } from './network-flow.ts';

/** `up`: from those who connect towards the target; `down`: back. */
export type Direction = 'up' | 'down';

/** Bytes of one connection; connections are counted from 1. */
export type Passing = { connection: number; direction: Direction; data: Buffer };

/** A network between programs on this machine, that can be slow, silent in one direction, or cut. */
export type FaultyNetwork = {
  readonly port: number;
  /** From now on what goes that way comes so much later, or waits until the network is healed. */
  disturb: (direction: Direction, fault: Partial<FlowState>) => void;
  /** Nothing is slow or held back any more: what waited arrives now, in its order. */
  heal: () => void;
  /** Breaks all connections: what was on its way is lost. New ones work. */
  cut: () => void;
  /** The next request of that kind arrives, and its connection breaks before any answer. Cancelled by `heal`. */
  cutAnswerTo: (isRequest: (data: Buffer) => boolean) => void;
  close: () => Promise<void>;
};

const HEALTHY: FlowState = { delayMs: 0, blocked: false };
/** So long the target has to deal with a request whose answer is cut off. */
const CUT_AFTER_MS = 60;

/**
 * `onArrived` is told of bytes when they enter the network, `onPassed` when they leave it, `onClosed` of each
 * connection that is over.
 */
export async function startFaultyNetwork(options: {
  target: number;
  onArrived?: (passing: Passing) => void;
  onPassed?: (passing: Passing) => void;
  onClosed?: (connection: number) => void;
}): Promise<FaultyNetwork> {
  const flowStates: Record<Direction, FlowState> = { up: { ...HEALTHY }, down: { ...HEALTHY } };
  const connections = new Set<{ pump: () => void; destroy: () => void }>();
  let isCutRequest: ((data: Buffer) => boolean) | undefined;
  let count = 0;

  const join = (near: Socket) => {
    const connection = ++count;
    const far = connect({ port: options.target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const own: Record<Direction, Partial<FlowState>> = { up: {}, down: {} };
    const flow = (direction: Direction, from: Socket, to: Socket) =>
      createFlow({
        from,
        to,
        state: () => ({ ...flowStates[direction], ...own[direction] }),
        arrived: (data) => options.onArrived?.({ connection, direction, data }),
        passed: (data) => {
          options.onPassed?.({ connection, direction, data });
          if (direction === 'down' || isCutRequest?.(data) !== true) return;
          isCutRequest = undefined;
          own.down = { blocked: true };
          setTimeout(destroy, CUT_AFTER_MS);
        },
      });
    const flows = [flow('up', near, far), flow('down', far, near)];
    const destroy = () => {
      breakOff(near);
      breakOff(far);
    };
    const pump = () => {
      for (const one of flows) one.pump();
    };
    const one = { pump, destroy };
    connections.add(one);
    let open = 2;
    for (const socket of [near, far]) {
      socket.once('close', () => {
        open -= 1;
        if (open > 0) return;
        connections.delete(one);
        options.onClosed?.(connection);
      });
    }
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const change = (direction: Direction, state: Partial<FlowState>) => {
    flowStates[direction] = { ...flowStates[direction], ...state };
    for (const { pump } of connections) pump();
  };
  const cut = () => {
    for (const { destroy } of connections) destroy();
  };
  return {
    port: portOf(server.address()),
    disturb: change,
    heal: () => {
      isCutRequest = undefined;
      change('up', HEALTHY);
      change('down', HEALTHY);
    },
    cut,
    cutAnswerTo: (isRequest) => {
      isCutRequest = isRequest;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the network has no port');
  return address.port;
}
