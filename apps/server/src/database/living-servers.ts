import { type Kysely, sql } from 'kysely';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { Part } from '../platform/parts.ts';
import { StartupError } from '../platform/startup-error.ts';
import { DATABASE_NOW } from './database-now.ts';
import type { OpenDatabase } from './engine.ts';
import type { Database } from './schema.ts';

const HEARTBEAT_EVERY_MS = 2000;
/** A server that was killed counts as living for so long. */
const LIVES_FOR_MS = 10_000;

/**
 * Writes a heartbeat of this server on PostgreSQL, and refuses to start where servers would take each other's commands
 * for reports of devices: No Local of MQTT 5 holds for one client only. Each writes first and looks then: of two that
 * start at once none goes unseen.
 */
export function createLivingServers(options: {
  database: Pick<OpenDatabase, 'db' | 'engine'>;
  serverId: string;
  commandsOnReportTopic: boolean;
  logger: Logger;
}): Part {
  const { serverId, commandsOnReportTopic } = options;
  const { db, engine } = options.database;
  if (engine === 'sqlite') return { name: 'living servers' };
  const writeHeartbeat = async () => {
    await db
      .insertInto('servers')
      .values({
        server_id: serverId,
        seen_at: DATABASE_NOW,
        commands_on_report_topic: commandsOnReportTopic ? 1 : 0,
      })
      .onConflict((conflict) =>
        conflict
          .column('server_id')
          .doUpdateSet({ seen_at: DATABASE_NOW, commands_on_report_topic: commandsOnReportTopic ? 1 : 0 }),
      )
      .execute();
  };
  const leave = async () => {
    await db.deleteFrom('servers').where('server_id', '=', serverId).execute();
  };
  const heartbeat = createInterval({
    name: 'living-servers',
    everyMs: HEARTBEAT_EVERY_MS,
    logger: options.logger,
    work: writeHeartbeat,
  });
  return {
    name: 'living servers',
    start: async () => {
      await writeHeartbeat();
      if (await hasConflictingServer(db, { serverId, commandsOnReportTopic })) {
        await leave();
        throw new StartupError(
          'Impostazione COMMAND_TOPIC: con {key}/{channel} un solo server lavora sulla base di dati, e ce n’è già un altro: ' +
            'prenderebbe i comandi di questo per le risposte dei dispositivi. Spegni l’altro (se si è appena fermato, riprova fra 10 secondi), o usa un altro COMMAND_TOPIC',
        );
      }
      heartbeat.start();
    },
    stop: async () => {
      await heartbeat.stop();
      await leave().catch((error: unknown) =>
        options.logger.info({ err: error }, 'row of this server not removed: it expires by itself'),
      );
    },
  };
}

async function hasConflictingServer(
  db: Kysely<Database>,
  self: { serverId: string; commandsOnReportTopic: boolean },
): Promise<boolean> {
  let others = db
    .selectFrom('servers')
    .select('server_id')
    .where('server_id', '!=', self.serverId)
    .where('seen_at', '>', sql<number>`${DATABASE_NOW} - ${LIVES_FOR_MS}`);
  if (!self.commandsOnReportTopic) others = others.where('commands_on_report_topic', '=', 1);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}
