import type { Transport } from './transport.port.ts';

/** The transport of a server alone: messages go nowhere, and it is never cut off. */
export function createNoopTransport(): Transport {
  return {
    start: (listener) => {
      listener.joined();
      return Promise.resolve();
    },
    send: () => undefined,
    arrived: () => Promise.resolve(true),
    stop: () => Promise.resolve(),
  };
}
