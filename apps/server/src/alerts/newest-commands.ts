import { UNDECIDED_ORIGINS } from '@semaforo/contract/domain/command-rules';
import type { LastCommand } from '@semaforo/contract/domain/what-applies';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

/** The newest command of a device, and who gave it. */
export type NewestCommand = LastCommand & {
  username: string;
  /** A schedule gave it, planned once or recurring. */
  ofSchedule: boolean;
};

/** The newest command of each device. What ended before anything of it was sent changed no lamp. */
export async function newestCommands(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<Map<number, NewestCommand>> {
  const newest = new Map<number, NewestCommand>();
  for (const some of inChunks(deviceIds)) {
    const rows = await db
      .selectFrom('deliveries')
      .innerJoin('commands', 'commands.id', 'deliveries.command_id')
      .leftJoin('commands as source', 'source.id', 'commands.source_id')
      .select(['deliveries.device_id', 'deliveries.value', 'commands.id', 'commands.created_at'])
      .select('commands.origin')
      .select(['source.origin as source_origin', 'commands.username'])
      .where('deliveries.id', 'in', (eb) =>
        eb
          .selectFrom('devices')
          .select((device) => newestOf(device).as('id'))
          .where('devices.id', 'in', some),
      )
      .execute();
    for (const row of rows) {
      if (row.device_id === null) continue;
      // One that is repeated is still of whoever gave it first.
      const origin = row.origin === 'ripetizione' ? row.source_origin : row.origin;
      newest.set(row.device_id, {
        id: row.id,
        at: row.created_at,
        value: row.value,
        ofAlert: origin === 'allerta',
        ofSchedule: origin === 'pianificazione',
        username: row.username,
      });
    }
  }
  return newest;
}

/** Looked for from the newest backwards: however much a device was commanded, it is near. */
function newestOf(device: ExpressionBuilder<Database, 'devices'>) {
  return (
    device
      .selectFrom('deliveries as own')
      .innerJoin('commands as given', 'given.id', 'own.command_id')
      .select('own.id')
      .whereRef('own.device_id', '=', 'devices.id')
      // A lamp test and a reassertion decide nothing.
      .where('given.origin', 'not in', UNDECIDED_ORIGINS)
      .where((row) =>
        row.or([row('own.sent', '>', 0), row('own.state', 'in', ['accettato', 'inviato', 'confermato'])]),
      )
      .orderBy('own.id', 'desc')
      .limit(1)
  );
}
