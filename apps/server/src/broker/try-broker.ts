import type { ConnectToBroker, TryBroker } from './mqtt-connection.port.ts';

/** Tries brokers over connections of their own, which no one uses. */
export function createBrokerTrial(connectToBroker: ConnectToBroker): TryBroker {
  return async (address) => {
    const result = await connectToBroker(address, {
      message: () => undefined,
      opened: (connection) => connection.close(),
      closed: () => {},
    });
    return 'failure' in result ? result.failure : null;
  };
}
