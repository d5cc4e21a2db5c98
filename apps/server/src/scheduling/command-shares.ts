import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

/** What the devices of a command were called when they were commanded, and how many of them confirmed it. */
export type CommandShare = { names: string[]; confirmed: number };

/** The devices of those commands, by command. */
export async function listCommandShares(
  db: Kysely<Database>,
  commandIds: readonly number[],
): Promise<Map<number, CommandShare>> {
  const shares = new Map<number, CommandShare>();
  for (const some of inChunks(commandIds)) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['command_id', 'device_name', 'device_topic', 'state'])
      .where('command_id', 'in', some)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const share = shares.get(row.command_id) ?? { names: [], confirmed: 0 };
      share.names.push(labelOf(row));
      if (row.state === 'confermato') share.confirmed += 1;
      shares.set(row.command_id, share);
    }
  }
  return shares;
}
