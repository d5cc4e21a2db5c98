import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppOverrides } from './app-overrides.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import type { Config } from './config.ts';
import { createClockAgreement } from './database/clock-agreement.ts';
import { connectToDatabase } from './database/connect-to-database.ts';
import { lockDataDir } from './database/data-dir-lock.ts';
import { openDatabase } from './database/engine.ts';
import { createGroupCommit } from './database/group-commit.ts';
import { createLivingServers } from './database/living-servers.ts';
import { migrate } from './database/migrate.ts';
import { refuseUnsoundDatabase } from './database/sound-database.ts';
import { refuseUnfinishedRestore } from './database/unfinished-restore.ts';
import { createHttpServer } from './http/http-server.ts';
import { systemClock, systemMonotonicClock } from './platform/clock.ts';
import { createCounters } from './platform/counters.ts';
import { useDataDir } from './platform/data-dir.ts';
import { createLogger } from './platform/logger.ts';
import { createLoopWatch } from './platform/loop-watch.ts';
import type { Part } from './platform/parts.ts';
import { makePrivate } from './platform/private-folder.ts';
import { measureProcess } from './platform/process-measures.ts';
import { loadSecrets, readOrCreateSecret } from './platform/secrets.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * What every room is built on: clocks, log, secrets, data folder, database, HTTP server. Rejects with a StartupError
 * when the data folder cannot be used, or when another process uses it.
 */
export async function openInfrastructure(config: Config, overrides: AppOverrides) {
  const { clock = systemClock, monotonicClock = systemMonotonicClock } = overrides;
  const { logger = createLogger(config.logLevel) } = overrides;
  const counters = createCounters();
  const { closed, open } = useDataDir(config.dataDir, () => makePrivate(config.dataDir));
  if (closed.length + open.length > 0) {
    logger.warn({ corrected: closed, stillOpen: open }, 'the data folder was open to other users');
  }
  measureProcess(counters.registry, config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  refuseUnfinishedRestore(config.dataDir);
  const serverIdFile = join(config.dataDir, 'server-id');
  if (config.databaseUrl === undefined) {
    refuseUnsoundDatabase({ dataDir: config.dataDir, hasServed: existsSync(serverIdFile) });
  }
  const database = openDatabase({
    ...config,
    sharesTurns: overrides.sharesTurns ?? true,
    connectionLost: (error) => {
      counters.lostDatabaseConnections.inc();
      logger.warn({ err: error }, 'a connection to PostgreSQL was lost');
    },
    answered: ({ kind, seconds, failed }) => {
      counters.databaseTimes.observe({ kind }, seconds);
      if (failed) counters.databaseErrors.inc();
    },
  });
  const clockAgreement = createClockAgreement({
    database,
    clock,
    databaseClock: overrides.databaseClock,
    registry: counters.registry,
    logger,
  });
  // In the data folder, which is locked: no two running servers have the same.
  const serverId = readOrCreateSecret(serverIdFile);
  const livingServers = createLivingServers({
    database,
    serverId,
    commandsOnReportTopic: commandsOnReportTopic(config.commandTopic),
    logger,
  });
  const commit = createGroupCommit({ db: database.db, logger });
  let isStopped = false;
  const prepare = async () => {
    await connectToDatabase(database, {
      // For the person who starts it: as plain as the other lines of the start.
      waits: (sentence) => process.stderr.write(`${sentence}\n`),
      isStopped: () => isStopped,
    });
    await migrate(database);
  };
  const closeDatabase = () => {
    isStopped = true;
    return database.close();
  };
  const parts: Part[] = [
    { name: 'data folder', stop: unlock },
    { name: 'database', start: prepare, stop: closeDatabase },
    { name: 'group commit', stop: commit.stop },
    livingServers,
    { name: 'clock agreement', start: clockAgreement.start, stop: clockAgreement.stop },
  ];
  return {
    clock,
    monotonicClock,
    /** Whether this server may act by its clock. */
    clockAgreement,
    logger,
    counters,
    secrets: loadSecrets(config),
    serverId,
    db: database.db,
    engine: database.engine,
    commit,
    http: await createHttpServer({
      logger,
      webRoot: WEB_ROOT,
      trustedProxies: config.http.trustedProxies,
      basePath: config.http.basePath,
    }),
    /** To be started last: the start itself is one long piece of work. */
    loopWatch: createLoopWatch({ logger, registry: counters.registry }),
    parts,
  };
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;
