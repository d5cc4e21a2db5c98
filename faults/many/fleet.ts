import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, logIn } from '@semaforo/client';
import { inChunks } from '@semaforo/server/database/in-chunks';
import type { BehaviourKind } from '@semaforo/simulator/behaviour';
import { createFleet } from '@semaforo/simulator/fleet';
import type { DeviceSpec } from '@semaforo/simulator/simulated-device';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER, spawnServer } from '@semaforo/testing/server-process';
import { createReportLog, type ReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';

type Kind = 'good' | 'mute' | 'liar' | 'flapping';

/** Of a hundred signals one is mute, one lies and one flaps. */
const KIND_OF: Record<number, Kind> = { 17: 'mute', 42: 'liar', 77: 'flapping' };
const BEHAVIOURS: Record<Kind, BehaviourKind & ('obedient' | 'mute' | 'liar')> = {
  good: 'obedient',
  mute: 'mute',
  liar: 'liar',
  flapping: 'obedient',
};
const HUNDRED = 100;
const REPORT_EVERY_MS = 300_000;
const FLAP_EVERY_MS = 3000;
const LINES_PER_IMPORT = 20_000;
const RECEIVED_WITHIN_MS = 300_000;
const CHECK_EVERY_MS = 2000;
/** Nothing is on its way any more: all words that were said are answered within a moment. */
const QUIET_MS = 5000;

/** A console with many signals, good ones and others, and what each of them said and was commanded. */
export type Fleet = {
  admin: Client;
  words: ReportLog['signals'];
  isGood: (key: string) => boolean;
  /** '1 mute, 1 liar, 1 flapping'. */
  kinds: () => string;
  /** Those that flap begin to show one color after the other by themselves. */
  flap: () => void;
  /** They end, and what was said has arrived. */
  settle: () => Promise<void>;
  /** Ends the server; resolves to its data folder, which is there until `stop`. */
  end: () => Promise<string>;
  stop: () => Promise<void>;
};

export async function openFleet(count: number): Promise<Fleet> {
  const keys = Array.from({ length: count }, (_, index) => `/3/italia/s${index + 1}`);
  const kindOf = new Map(keys.map((key, index) => [key, KIND_OF[index % HUNDRED] ?? 'good']));
  const ofKind = (kind: Kind) => keys.filter((key) => kindOf.get(key) === kind);
  const log = createReportLog(keys);
  const port = await freePort();
  const server = await startKeptServer(embeddedBrokerSettings(port));
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
    devices: keys.map(
      (key): DeviceSpec => ({
        key,
        type: 'semaforo',
        behaviour: { kind: BEHAVIOURS[kindOf.get(key) ?? 'good'] },
        shows: 'verde',
      }),
    ),
    reportEveryMs: REPORT_EVERY_MS,
    onMessage: log.note,
  });
  let flapping: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearInterval(flapping);
    await fleet.stop();
    await server.stop();
  };
  try {
    const admin = await logIn(server, ADMIN);
    await importAll(admin, keys);
    await fleet.start();
    await untilReported(admin, count - ofKind('mute').length);
    return {
      admin,
      words: log.signals,
      isGood: (key) => kindOf.get(key) === 'good',
      kinds: () =>
        (['mute', 'liar', 'flapping'] as const).map((kind) => `${ofKind(kind).length} ${kind}`).join(', '),
      flap: () => {
        let isGiallo = false;
        flapping = setInterval(() => {
          isGiallo = !isGiallo;
          for (const key of ofKind('flapping')) fleet.device(key).show(isGiallo ? 'giallo' : 'verde');
        }, FLAP_EVERY_MS);
      },
      settle: async () => {
        clearInterval(flapping);
        await delay(QUIET_MS);
      },
      end: async () => {
        await fleet.stop();
        return server.end();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function importAll(admin: Client, keys: readonly string[]): Promise<void> {
  for (const some of inChunks(keys, LINES_PER_IMPORT)) {
    const lines = some.map((key) => `,${key},semaforo,,,${ADMIN.username}`);
    const body = ['name,topic,type,latitude,longitude,username', ...lines].join('\n');
    const { errors } = await admin('importDevices', { body });
    if (errors[0]) throw new Error(`line ${errors[0].line} of the import: ${errors[0].error}`);
  }
}

async function untilReported(admin: Client, speaking: number): Promise<void> {
  await until(
    'every signal that speaks is heard',
    async () => {
      await delay(CHECK_EVERY_MS);
      const records = await admin('listDeviceStatuses');
      return records.filter(({ status }) => status !== null).length >= speaking;
    },
    RECEIVED_WITHIN_MS,
  );
}

/** The built server, whose data can be looked at after its end. */
async function startKeptServer(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-many-'));
  const dataDir = join(folder, 'data');
  const server = spawnServer(
    {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    BUILT_SERVER,
  );
  const origin = await server.ready();
  return {
    origin,
    /** Ends it; resolves to its data folder. */
    end: async () => {
      await server.end('SIGTERM');
      return dataDir;
    },
    stop: async () => {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
