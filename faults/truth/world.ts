import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FaultyNetwork, startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER } from '@semaforo/testing/server-process';
import { isGoodDevice } from './device-plan.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLinkLog, type LinkLog } from './link-log.ts';
import { createMqttTap } from './mqtt-tap.ts';
import { createOutages, type Outages } from './outages.ts';
import type { Place } from './place.ts';
import type { RoundPlan } from './round-plan.ts';
import { createTestedServer, type TestedServer } from './tested-server.ts';
import { type ToldMessage, watchCommands } from './told-message.ts';
import { TOWN } from './town.ts';
import { createTruthDevice, type TruthDevice } from './truth-device.ts';

/** Everything that is tested in a round, and the networks between its parts. */
export type World = {
  /** Where the server is reached, past any network that fails. */
  origin: string;
  /** Where users reach it. */
  webOrigin: string;
  server: TestedServer;
  broker: Place['broker'];
  networks: { link: FaultyNetwork; web: FaultyNetwork; database: FaultyNetwork | undefined };
  deviceNetworks: ReadonlyMap<string, FaultyNetwork>;
  devices: ReadonlyMap<string, TruthDevice>;
  linkLog: LinkLog;
  /** The commands that the broker sent to devices. */
  told: readonly ToldMessage[];
  db: () => OpenDatabase['db'];
  outages: Outages;
  journal: Journal;
  stop: () => Promise<void>;
};

export const CONFIRM_MS = 1500;

/** Starts the networks and the server; the devices wait for their registration. */
export async function startWorld(place: Place, plan: RoundPlan, bundle = BUILT_SERVER): Promise<World> {
  const now = Date.now;
  const journal = createJournal(now);
  const devices = new Map<string, TruthDevice>();
  const linkLog = createLinkLog(now, {
    stored: ({ key, lamp, on }) => devices.get(key)?.words(lamp).stored(on),
    joined: () => {
      for (const device of devices.values()) device.keptByBroker();
    },
  });
  const tap = createMqttTap(linkLog.take);
  const link = await startFaultyNetwork({
    target: place.brokerPort,
    onPassed: tap.take,
    onClosed: (connection) => {
      tap.closed(connection);
      linkLog.closed(connection);
    },
  });
  const database =
    place.databaseUrl === undefined
      ? undefined
      : await startFaultyNetwork({ target: Number(new URL(place.databaseUrl).port) });
  const port = await freePort();
  const web = await startFaultyNetwork({ target: port });
  const told: ToldMessage[] = [];
  const deviceNetworks = new Map<string, FaultyNetwork>();
  for (const { key } of TOWN) deviceNetworks.set(key, await watchCommands(place.brokerPort, key, told));
  const acts = plan.steps.flatMap((step) => (step.kind === 'device' ? [step.act] : []));
  for (const device of TOWN) {
    const { key } = device;
    const trait = plan.traits.get(key);
    const shows = plan.shows.get(key);
    const network = deviceNetworks.get(key);
    if (!trait || !shows || !network) throw new Error(`nothing is planned for ${key}`);
    const { login } = place;
    const isGood = isGoodDevice(key, { ...plan, acts });
    devices.set(key, createTruthDevice({ device, isGood, trait, shows, port: network.port, login, journal }));
  }

  const folder = mkdtempSync(join(tmpdir(), 'semaforo-truth-'));
  const dataDir = join(folder, 'data');
  const server = createTestedServer(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      COMMAND_CONFIRM_MS: String(CONFIRM_MS),
      ...place.brokerSettings(link.port),
      ...(place.databaseUrl !== undefined &&
        database && { DATABASE_URL: through(place.databaseUrl, database.port) }),
    },
    bundle,
    journal,
  );
  let opened: OpenDatabase | undefined;
  const networks = { link, web, database };
  return {
    origin: `http://127.0.0.1:${port}`,
    webOrigin: `http://127.0.0.1:${web.port}`,
    server,
    broker: place.broker,
    networks,
    deviceNetworks,
    devices,
    linkLog,
    told,
    db: () => {
      opened ??= openDatabase({ databaseUrl: place.databaseUrl, dataDir });
      return opened.db;
    },
    outages: createOutages(now),
    journal,
    stop: async () => {
      for (const device of devices.values()) device.stop();
      await opened?.close();
      server.resume();
      await server.end('SIGKILL');
      for (const network of [link, web, ...(database ? [database] : []), ...deviceNetworks.values()])
        await network.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function through(url: string, port: number): string {
  const own = new URL(url);
  own.port = String(port);
  return own.href;
}
