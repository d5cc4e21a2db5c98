import type { Kysely } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
import type { Database } from '../database/schema.ts';

/** The id of a stored command, and the id of each delivery by device. */
export type StoredIds = { commandId: number; deliveryIds: Map<number, number> };

/** Of commands those that are stored, by their keys. */
export async function findStored(
  db: Kysely<Database>,
  commands: readonly { key: string }[],
): Promise<Map<string, StoredIds>> {
  const stored = new Map<string, StoredIds>();
  if (commands.length === 0) return stored;
  for (const { id, intent_key: key } of await findCommands(db, toKeys(commands))) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'device_id'])
      .where('command_id', '=', id)
      .execute();
    const deliveryIds = rows.flatMap((row) =>
      row.device_id === null ? [] : [[row.device_id, row.id] as const],
    );
    if (key !== null) stored.set(key, { commandId: id, deliveryIds: new Map(deliveryIds) });
  }
  return stored;
}

function toKeys(commands: readonly { key: string }[]): { key: string }[] {
  return commands.map(({ key }) => ({ key }));
}

const findCommands = compileOnceForRows((db, requested: readonly { key: string }[]) =>
  db
    .selectFrom('commands')
    .select(['id', 'intent_key'])
    .where(
      'intent_key',
      'in',
      requested.map(({ key }) => key),
    ),
);
