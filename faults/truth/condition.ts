import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FaultyNetwork, startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { freePort } from '@semaforo/testing/free-port';
import type { Journal } from './journal.ts';
import { type LinkLog, ownConnection } from './link-log.ts';
import { createMqttTap } from './mqtt-tap.ts';
import type { Place } from './place.ts';
import { createTestedServer, type TestedServer } from './tested-server.ts';

export const CONFIRM_MS = 1500;

/** A server with its own networks to all that it needs, and to its users. */
export type Condition = {
  /** Where it is reached, past any network that fails. */
  origin: string;
  /** Where users reach it. */
  webOrigin: string;
  dataDir: string;
  server: TestedServer;
  networks: {
    link: FaultyNetwork;
    web: FaultyNetwork;
    database: FaultyNetwork | undefined;
    nats: FaultyNetwork | undefined;
  };
};

/** Makes the servers of a place, which are started later. */
export async function makeConditions(
  place: Place,
  about: { folder: string; bundle: string; linkLog: LinkLog; journal: Journal },
): Promise<Condition[]> {
  const secret = randomBytes(32).toString('base64');
  const conditions: Condition[] = [];
  for (let number = 0; number < place.servers; number += 1)
    conditions.push(await makeCondition(place, { ...about, number, secret }));
  return conditions;
}

async function makeCondition(
  place: Place,
  about: {
    number: number;
    secret: string;
    folder: string;
    bundle: string;
    linkLog: LinkLog;
    journal: Journal;
  },
): Promise<Condition> {
  const { number, linkLog } = about;
  const tap = createMqttTap(({ connection, ...tapped }) =>
    linkLog.take({ ...tapped, connection: ownConnection(number, connection) }),
  );
  const link = await startFaultyNetwork({
    target: place.brokerPort,
    onPassed: tap.take,
    onClosed: (connection) => {
      tap.closed(connection);
      linkLog.closed(ownConnection(number, connection));
    },
  });
  const database = await networkTo(place.databaseUrl);
  const nats = await networkTo(place.natsUrl);
  const port = await freePort();
  const web = await startFaultyNetwork({ target: port });
  const dataDir = join(about.folder, `data-${number}`);
  const server = createTestedServer(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      COMMAND_CONFIRM_MS: String(CONFIRM_MS),
      ...(place.servers > 1 && { SECRET_KEY: about.secret }),
      ...place.brokerSettings(link.port),
      ...(database && { DATABASE_URL: through(place.databaseUrl ?? '', database.port) }),
      ...(nats && { NATS_URL: through(place.natsUrl ?? '', nats.port) }),
    },
    about.bundle,
    about.journal,
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    webOrigin: `http://127.0.0.1:${web.port}`,
    dataDir,
    server,
    networks: { link, web, database, nats },
  };
}

async function networkTo(url: string | undefined): Promise<FaultyNetwork | undefined> {
  return url === undefined ? undefined : startFaultyNetwork({ target: Number(new URL(url).port) });
}

export function through(url: string, port: number): string {
  const own = new URL(url);
  own.port = String(port);
  return own.href;
}
