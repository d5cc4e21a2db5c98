import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type Credentials, logIn } from '@semaforo/client';
import { createApp } from '@semaforo/server/app';
import { readConfig } from '@semaforo/server/config';
import { type OpenDatabase, openDatabase, SQLITE_FILE } from '@semaforo/server/database/engine';
import { markRestored } from '@semaforo/server/operations/restores.repository';
import type { Logger } from '@semaforo/server/platform/logger';
import type { App } from '@semaforo/server/started-app';
import SqliteConnection from 'better-sqlite3';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Journal } from './journal.ts';
import {
  createSimulatedDocuments,
  createSimulatedPosts,
  createSimulatedTelegram,
  type Sent,
} from './receivers.ts';
import type { CitizensPage } from './shown-records.ts';
import { createSimulatedBroker, type TakenCommand } from './simulated-broker.ts';
import { closeAbruptly, disk } from './simulated-disk.ts';
import { runUntil, runWhile, WorldOver, world } from './simulated-host.ts';
import { createSimulatedPages } from './simulated-pages.ts';
import { createProcess, type SimulatedProcess } from './simulated-process.ts';
import { createSimulatedWeb, ORIGIN } from './simulated-web.ts';

export const ADMIN: Credentials = { username: 'admin', password: 'zampogna-quattro-lampade' };
export const BULLETINS = 'https://bollettini.test/api/latest.json';

const STARTS_WITHIN_MS = 120_000;
/** A service that ends at its start is started again. */
const STARTS_AGAIN_AFTER_MS = 20_000;
const CHEAP_HASHES = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const MEMORY_DISK = '/dev/shm';

type LogLevel = 'warn' | 'error';

export type Town = Awaited<ReturnType<typeof createTown>>;

/** A Comune: its server, started and ended as often as one likes on one data folder, and all that is around it. */
export function createTown(options: {
  chance: SeededRandom;
  journal: Journal;
  latencyMs: () => number;
  saysWhoListens: boolean;
  took: (command: TakenCommand) => void;
  /** The server was let in by the broker. */
  linked: () => void;
  /** The server logged that something failed. */
  failed: (message: string) => void;
  /** A message of the bot was taken. */
  sent: (message: Sent) => void;
}) {
  const { journal, latencyMs } = options;
  const dataDir = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'semaforo-years-'));
  mkdirSync(join(dataDir, 'copie'));
  const broker = createSimulatedBroker(options);
  const telegram = createSimulatedTelegram({ journal, taken: options.sent });
  const posts = createSimulatedPosts({ journal });
  const documents = createSimulatedDocuments();
  const pages = createSimulatedPages(latencyMs);
  const web = createSimulatedWeb();
  const config = readConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    EMBEDDED_BROKER_PORT: '0',
    MQTT_HOST: 'broker.test',
    MQTT_USERNAME: 'semaforo',
    MQTT_PASSWORD: 'zampogna-broker',
    TELEGRAM_BOT_TOKEN: '1:zampogna',
    SMTP_URL: 'smtp://posta.test',
    SMTP_FROM: 'semaforo@castro.test',
    BULLETIN_URL: BULLETINS,
    DEVICE_SILENCE_MINUTES: '300',
    SECRET_KEY: 'zampogna-zampogna-zampogna-zampogna',
  });
  let process: SimulatedProcess = createProcess(0);
  process.end();
  let app: App | undefined;
  let skewMs = 0;
  let backup: { file: string; madeAt: number } | undefined;

  const logAs = (level: LogLevel) => (fields: object, message: string) => {
    if (world.running()?.isAlive() === false) return;
    if (level === 'error') options.failed(message);
    journal.note(`log ${level}: ${message} ${reasonOf(fields)}`);
  };
  const logger: Logger = {
    error: logAs('error'),
    warn: logAs('warn'),
    info: () => {},
    isLevelEnabled: () => false,
  };

  const ended = () => {
    app = undefined;
    broker.serverEnded(process);
    documents.serverEnded();
    pages.serverEnded();
  };
  const startOnce = async () => {
    process = createProcess(skewMs);
    const now = process;
    const starting = world.as(now, async () => {
      const made = await createApp(config, {
        logger,
        passwordCost: CHEAP_HASHES,
        fillsZones: false,
        sharesTurns: false,
        notifications: { sendMail: posts.sendMail, postPush: posts.postPush },
        networks: {
          createConnector: broker.createConnector,
          telegram: telegram.telegram,
          documents: documents.source,
          pages: pages.portOf(now),
          listen: (http) => {
            web.serve(http, now);
            return Promise.resolve(ORIGIN);
          },
        },
      });
      await made.start();
      return made;
    });
    const ends = now.ended.then(() => undefined);
    const made = await runWhile(Promise.race([starting, ends]), STARTS_WITHIN_MS);
    if (!made) return;
    app = made;
    journal.note('the server is ready');
    pages.serverStarted(now);
  };
  const end = (losesPower: boolean) => {
    process.end();
    closeAbruptly(dataDir, losesPower);
    ended();
  };
  const start = async (): Promise<void> => {
    try {
      await startOnce();
    } catch (error) {
      if (error instanceof WorldOver || disk.fault === undefined) throw error;
      journal.note(`the server ends at its start: ${String(error)}`);
      end(false);
      await runUntil(world.elapsed() + STARTS_AGAIN_AFTER_MS);
      await start();
    }
  };
  const stop = async () => {
    world.isBusy();
    const stopping = world.as(process, () => app?.stop());
    if (stopping) await runWhile(stopping, STARTS_WITHIN_MS);
    process.end();
    closeAbruptly(dataDir, false);
    ended();
    journal.note('the server has stopped');
  };
  const useDatabase = async <T>(work: (db: OpenDatabase['db']) => Promise<T>): Promise<T> => {
    const database = openDatabase({ databaseUrl: undefined, dataDir });
    try {
      return await runWhile(work(database.db), STARTS_WITHIN_MS);
    } finally {
      await database.close();
    }
  };
  disk.ended = () => {
    journal.note('the server is killed at a statement');
    world.isBusy();
    world.after(0, () => end(false));
  };

  return {
    ...{ broker, telegram, posts, documents, pages, dataDir },
    isRunning: () => process.isAlive() && app !== undefined,
    isAlive: () => process.isAlive(),
    isSuspended: () => process.held !== undefined,
    ask: web.ask,
    start,
    /** Ends as a service is stopped. */
    stop,
    /** Copies what is stored, beside the server that runs. */
    backUp: () => {
      const file = join(dataDir, 'copie', `${world.now()}.sqlite`);
      rmSync(file, { force: true });
      const stored = new SqliteConnection(join(dataDir, SQLITE_FILE));
      stored.exec(`vacuum into '${file}'`);
      stored.close();
      if (backup && backup.file !== file) rmSync(backup.file);
      backup = { file, madeAt: world.now() };
      journal.note('a backup is made');
    },
    /** Stops, and starts again on the last backup. Resolves to when that was made; undefined without one. */
    restore: async () => {
      if (!backup) return undefined;
      await stop();
      const { file, madeAt } = backup;
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `${SQLITE_FILE}${end}`), { force: true });
      copyFileSync(file, join(dataDir, SQLITE_FILE));
      await useDatabase(async (db) => {
        await db.deleteFrom('sessions').execute();
        await markRestored(db, { madeAt, at: world.now() });
      });
      journal.note(`the backup of ${new Date(madeAt).toISOString()} is restored`);
      await start();
      return madeAt;
    },
    /** Ends in the middle of what it does; `losesPower`: and forgets what the disk had not flushed. */
    kill: (losesPower: boolean) => {
      world.isBusy();
      journal.note(losesPower ? 'the server loses its power' : 'the server is killed');
      end(losesPower);
    },
    /** It does nothing for so long, and goes on; `asleep`: its machine sleeps. */
    suspend: (forMs: number, asleep: boolean) => {
      world.isBusy();
      journal.note(`the server ${asleep ? 'sleeps' : 'stands still'} for ${forMs / 1000} s`);
      world.suspend(process, { forMs, asleep });
      broker.serverSuspended(forMs);
      pages.serverSuspended(forMs);
    },
    /** Its clock is set. */
    skew: (ms: number) => {
      skewMs = ms;
      process.skewMs = ms;
      world.isBusy();
      journal.note(`the clock of the server is ${ms} ms ahead`);
    },
    skewMs: () => skewMs,
    /** What citizens read on the page of that Comune; undefined when the server does not answer. */
    readPage: (slug: string): Promise<CitizensPage | undefined> =>
      web.ask(
        web
          .fetch(new URL(`/c/${slug}.json`, ORIGIN))
          .then((answer) => answer.json() as Promise<CitizensPage>),
      ),
    logIn: (login: Credentials): Promise<Client> => logIn({ origin: ORIGIN, fetch: web.fetch }, login),
    /** Reads the database beside the server. */
    read: useDatabase,
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function reasonOf(fields: object): string {
  const error: unknown = Reflect.get(fields, 'err');
  const rest = Object.entries(fields).filter(([name, value]) => name !== 'err' && typeof value !== 'object');
  const words = rest.map(([name, value]) => `${name}=${String(value)}`);
  return [...words, ...(error instanceof Error ? [error.message] : [])].join(' ').slice(0, 200);
}
