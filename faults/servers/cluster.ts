import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FaultyNetwork, startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { freePort } from '@semaforo/testing/free-port';
import { createNats, hasNats } from '@semaforo/testing/nats';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { startPostgres } from '@semaforo/testing/postgres';
import { through } from '../truth/condition.ts';
import { createJournal } from '../truth/journal.ts';
import { createTestedServer, type TestedServer } from '../truth/tested-server.ts';

import type { Part } from './server-faults.ts';

/** One of several servers, with networks of its own to the others' parts. */
export type ClusterServer = {
  name: string;
  origin: string;
  server: TestedServer;
  networks: Record<Part, FaultyNetwork>;
};

/** Servers on one PostgreSQL, one NATS and one broker. */
export type Cluster = {
  servers: readonly ClusterServer[];
  databaseUrl: string;
  brokerPort: number;
  broker: string;
  stop: () => Promise<void>;
};

const WAITING = { COMMAND_CONFIRM_MS: '3000', SCHEDULE_LATE_MINUTES: '10' };

/** Resolves to undefined when the machine lacks PostgreSQL or nats-server. */
export async function startCluster(count: number, bundle: string): Promise<Cluster | undefined> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const postgres = hasNats ? await startPostgres() : undefined;
    if (!postgres) return undefined;
    stops.push(postgres.stop);
    const natsPort = await freePort();
    const nats = createNats(natsPort);
    stops.push(nats.kill);
    await nats.start();
    const broker = await startOutsideBroker();
    stops.push(broker.stop);
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-servers-'));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const secret = randomBytes(32).toString('base64');
    const servers: ClusterServer[] = [];
    for (let number = 1; number <= count; number += 1) {
      const networks = {
        database: await startFaultyNetwork({ target: Number(new URL(postgres.url).port) }),
        nats: await startFaultyNetwork({ target: natsPort }),
        broker: await startFaultyNetwork({ target: broker.port }),
      };
      stops.push(() => Promise.all(Object.values(networks).map(({ close }) => close())));
      const port = await freePort();
      const name = `server ${number}`;
      const server = createTestedServer(
        {
          PORT: String(port),
          DATA_DIR: join(folder, String(number)),
          ADMIN_USERNAME: ADMIN.username,
          ADMIN_PASSWORD: ADMIN.password,
          SECRET_KEY: secret,
          DATABASE_URL: through(postgres.url, networks.database.port),
          NATS_URL: through(nats.url, networks.nats.port),
          ...outsideBrokerSettings(networks.broker.port),
          ...WAITING,
        },
        bundle,
        createJournal(Date.now),
      );
      stops.push(() => {
        server.resume();
        return server.end('SIGKILL');
      });
      await server.start();
      servers.push({ name, origin: `http://127.0.0.1:${port}`, server, networks });
    }
    return { servers, databaseUrl: postgres.url, brokerPort: broker.port, broker: broker.name, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
