import type { Wire } from './wire.port.ts';

/** The wire of a server that is alone: there is nobody to tell, and nothing to be cut off from. */
export function createWireToNobody(): Wire {
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
