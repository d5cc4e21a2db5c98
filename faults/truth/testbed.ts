import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import type { FaultyNetwork } from '@semaforo/testing/faulty-network';
import { compileFirmware, hasCompiler } from '@semaforo/testing/firmware';
import { BUILT_SERVER } from '@semaforo/testing/server-process';
import { createBoardDevice, mayBeBoard } from './board-device.ts';
import { type Condition, makeConditions } from './condition.ts';
import type { TruthDevice } from './device-body.ts';
import { isGoodDevice } from './device-plan.ts';
import { networksInTurn, serversInTurn } from './in-turn.ts';
import { createJournal, type Journal } from './journal.ts';
import { createLinkLog, type LinkLog } from './link-log.ts';
import { createOutages, type Outages } from './outages.ts';
import type { Place } from './place.ts';
import type { RoundPlan } from './round-plan.ts';
import { type SentMessage, watchCommands } from './sent-message.ts';
import type { TestedServer } from './tested-server.ts';
import { TOWN } from './town.ts';
import { createTruthDevice } from './truth-device.ts';

/** Everything that is tested in a round, and the networks between its parts. */
export type Testbed = {
  /** The servers; users are spread over them. */
  doors: readonly [Condition, ...Condition[]];
  /** Of several servers each fault meets the next. */
  server: TestedServer;
  broker: Place['broker'];
  networks: {
    link: FaultyNetwork;
    web: FaultyNetwork;
    database: FaultyNetwork | undefined;
    nats: FaultyNetwork | undefined;
  };
  deviceNetworks: ReadonlyMap<string, FaultyNetwork>;
  devices: ReadonlyMap<string, TruthDevice>;
  /** How many of them run the reference firmware. */
  boards: number;
  linkLog: LinkLog;
  /** The commands that the broker sent to devices. */
  commanded: readonly SentMessage[];
  db: () => OpenDatabase['db'];
  outages: Outages;
  journal: Journal;
  stop: () => Promise<void>;
};

/** Starts the networks and the servers; the devices wait for their registration. */
export async function startTestbed(place: Place, plan: RoundPlan, bundle = BUILT_SERVER): Promise<Testbed> {
  const now = Date.now;
  const journal = createJournal(now);
  const devices = new Map<string, TruthDevice>();
  const linkLog = createLinkLog(now, {
    stored: ({ key, lamp, on }) => devices.get(key)?.reports(lamp).stored(on),
    joined: () => {
      for (const device of devices.values()) device.keptByBroker();
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-truth-'));
  const [first, ...others] = await makeConditions(place, { folder, bundle, linkLog, journal });
  if (!first) throw new Error('there is no server');
  const conditions = [first, ...others] as const;
  const commanded: SentMessage[] = [];
  const deviceNetworks = new Map<string, FaultyNetwork>();
  for (const { key } of TOWN) deviceNetworks.set(key, await watchCommands(place.brokerPort, key, commanded));
  // Where no compiler is, all devices are simple ones.
  const firmware = hasCompiler() ? compileFirmware('host/board.c') : undefined;
  let boards = 0;
  const acts = plan.steps.flatMap((step) => (step.kind === 'device' ? [step.act] : []));
  for (const device of TOWN) {
    const { key } = device;
    const trait = plan.traits.get(key);
    const shows = plan.shows.get(key);
    const network = deviceNetworks.get(key);
    if (!trait || !shows || !network) throw new Error(`nothing is planned for ${key}`);
    const { login } = place;
    const isGood = isGoodDevice(key, { ...plan, acts });
    const about = { device, isGood, trait, port: network.port, login, journal };
    const isBoard = firmware !== undefined && mayBeBoard(device, { trait, acts });
    if (isBoard) boards += 1;
    devices.set(
      key,
      isBoard
        ? createBoardDevice({ ...about, program: firmware.program })
        : createTruthDevice({ ...about, shows }),
    );
  }
  let opened: OpenDatabase | undefined;
  const all = (name: keyof Testbed['networks']) => conditions.flatMap(({ networks }) => networks[name] ?? []);
  return {
    doors: conditions,
    server: serversInTurn(conditions.map(({ server }) => server)),
    broker: place.broker,
    networks: {
      link: networksInTurn(all('link')),
      web: networksInTurn(all('web')),
      database: first.networks.database && networksInTurn(all('database')),
      nats: first.networks.nats && networksInTurn(all('nats')),
    },
    deviceNetworks,
    devices,
    boards,
    linkLog,
    commanded,
    db: () => {
      opened ??= openDatabase({ databaseUrl: place.databaseUrl, dataDir: first.dataDir });
      return opened.db;
    },
    outages: createOutages(now),
    journal,
    stop: async () => {
      for (const device of devices.values()) device.stop();
      firmware?.remove();
      await opened?.close();
      for (const { server } of conditions) {
        server.resume();
        await server.end('SIGKILL');
      }
      for (const name of ['link', 'web', 'database', 'nats'] as const)
        for (const network of all(name)) await network.close();
      for (const network of deviceNetworks.values()) await network.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
