import type { Client } from 'aedes';
import type { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';

/** The server as a client of the broker that listens to the reports of devices; undefined while it does not. */
export type ServerSeat = { server: () => Client | undefined; wasEverTaken: () => boolean };

/** Watches the server come and go, and passes on what it acknowledges. */
export function watchServerSeat(
  aedes: LateAcknowledgingAedes,
  options: { isServer: (client: Client) => boolean; wasTaken: boolean; taken: () => void },
): ServerSeat {
  const { isServer } = options;
  let { wasTaken } = options;
  let server: Client | undefined;
  aedes.on('subscribe', (_subscriptions, client) => {
    if (!isServer(client)) return;
    server = client;
    wasTaken = true;
    options.taken();
  });
  aedes.on('clientDisconnect', (client) => {
    if (client === server) server = undefined;
    if (isServer(client)) aedes.gone(client);
  });
  aedes.on('ack', (_packet, client) => {
    if (isServer(client)) aedes.acknowledged(client);
  });
  return { server: () => server, wasEverTaken: () => wasTaken };
}
