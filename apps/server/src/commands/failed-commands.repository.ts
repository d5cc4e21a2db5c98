import type { Kysely, Selectable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import {
  type StoredCommand,
  type StoredDelivery,
  selectStoredDeliveries,
  toStoredCommand,
  toStoredDelivery,
} from './stored-command.ts';

export type FailedCommandsRepository = {
  /**
   * The commands that failed last on any of the devices, newest first, at most `most` of them: each with those of its
   * deliveries only that failed and that are their device's newest. A retry counts as the command that it repeats.
   */
  listFailedLast: (deviceIds: readonly number[], most: number) => Promise<StoredCommand[]>;
};

export function createFailedCommandsRepository(db: Kysely<Database>): FailedCommandsRepository {
  const listFailures = async (deviceIds: readonly number[]) => {
    const failures: StoredDelivery[] = [];
    for (const some of inChunks(deviceIds)) {
      const rows = await selectStoredDeliveries(db)
        .where('device_id', 'in', some)
        .where('state', 'in', ['fallito', 'scaduto'])
        .where('id', '=', (eb) =>
          eb
            .selectFrom('deliveries as newer')
            .select((newer) => newer.fn.max('newer.id').as('id'))
            .whereRef('newer.device_id', '=', 'deliveries.device_id'),
        )
        .execute();
      failures.push(...rows.map(toStoredDelivery));
    }
    return failures;
  };
  const findCommands = (ids: readonly number[]) =>
    db.selectFrom('commands').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();

  return {
    listFailedLast: async (deviceIds, most) => {
      const failures = await listFailures(deviceIds);
      const newest = newestFirst(failures.map(({ commandId }) => commandId)).slice(0, most);
      if (newest.length === 0) return [];
      const rootOf = new Map((await findCommands(newest)).map((command) => [command.id, rootIdOf(command)]));
      const roots = await findCommands(newestFirst([...rootOf.values()]));
      return roots.map((root) =>
        toStoredCommand(
          root,
          failures
            .filter(({ commandId }) => rootOf.get(commandId) === root.id)
            .toSorted((one, other) => one.id - other.id),
        ),
      );
    },
  };
}

function newestFirst(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => other - one);
}

function rootIdOf({
  id,
  origin,
  source_id,
}: Pick<Selectable<Database['commands']>, 'id' | 'origin' | 'source_id'>) {
  return origin === 'ripetizione' ? (source_id ?? id) : id;
}
