import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { newestCommands } from '../alerts/newest-commands.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { createDayCommands } from '../records/day-commands.repository.ts';
import { devicesCommandedSince } from '../scheduling/devices-commanded-since.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createFailedCommandsRepository } from './failed-commands.repository.ts';

/** SQLite plans by the shape of a query alone: what reads no table from end to end here, never does. */
describe('on sqlite with years of deliveries', () => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
  });
  afterEach(() => database.close());

  /** How the database goes about the statements of some work, one line per step. */
  const planOf = async (work: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> => {
    const requested: RootOperationNode[] = [];
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => {
        requested.push(node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await work(database.db.withPlugin(watch));
    const steps: string[] = [];
    for (const node of requested) {
      const query = database.db.getExecutor().compileQuery(node, { queryId: 'plan' });
      const { rows } = await database.db.executeQuery<{ detail: string }>({
        ...query,
        // A plan asks for no values, and a statement that is put together once has places in their stead.
        parameters: query.parameters.map((value) => (typeof value === 'object' ? null : value)),
        sql: `explain query plan ${query.sql}`,
      });
      steps.push(...rows.map(({ detail }) => detail));
    }
    return steps;
  };

  test('the last command is found by its type, and whose it was by the command', async () => {
    const steps = await planOf((db) => createCommandsRepository(db, SERVER_ID).findLast('lanterna', 1));
    expect(steps[0]).toContain('SEARCH commands USING COVERING INDEX commands_by_type (device_type=?)');
    expect(steps.at(-1)).toMatch(
      /USING COVERING INDEX deliveries_by_command \(command_id=\? AND owner_id=\?\)/,
    );
  });

  test('what was commanded after a command is found from the later commands on', async () => {
    const steps = await planOf((db) => createCommandsRepository(db, SERVER_ID).devicesCommandedAfter(7));
    expect(steps.slice(0, 2)).toEqual([
      expect.stringMatching(/SEARCH commands USING INTEGER PRIMARY KEY \(rowid>\?\)/),
      expect.stringMatching(/SEARCH deliveries USING INDEX deliveries_by_command \(command_id=\?\)/),
    ]);
  });

  test('what failed last on devices is found device by device', async () => {
    const steps = await planOf((db) => createFailedCommandsRepository(db).listFailedLast([1, 2], 5));
    expect(steps[0]).toMatch(/SEARCH deliveries USING INDEX \w+ \(device_id=\?\)/);
    expect(steps.at(-1)).toMatch(/SEARCH newer USING COVERING INDEX \w+ \(device_id=\?\)/);
  });

  test('what was commanded since a schedule was due is found by its devices, from what is near', async () => {
    const steps = await planOf((db) =>
      devicesCommandedSince(db, { id: 1, executeAt: NOW }, { among: [1, 2], until: NOW }),
    );
    expect(steps.join()).toMatch(
      /SEARCH deliveries USING INDEX deliveries_by_device \(device_id=\? AND id>\?\)/,
    );
    expect(steps.join()).toMatch(/SEARCH commands USING COVERING INDEX commands_by_time \(created_at<\?\)/);
    expect(steps.join()).not.toMatch(/SCAN/);
  });

  test('the newest command of a device is found from the newest backwards', async () => {
    const steps = await planOf((db) => newestCommands(db, [1, 2]));
    expect(steps.join()).toMatch(/SEARCH own USING INDEX deliveries_by_device \(device_id=\?\)/);
    expect(steps.join()).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  });

  test('the commands of a day are found by their time, and whose they were by the command', async () => {
    const day = { ownerId: 1, from: NOW, to: NOW + 1, limit: 10 };
    const steps = await planOf((db) => createDayCommands(db)(day));
    expect(steps[0]).toMatch(
      /SEARCH commands USING INDEX commands_by_time \(created_at>\? AND created_at<\?\)/,
    );
    expect(steps.join()).toMatch(
      /USING COVERING INDEX deliveries_by_command \(command_id=\? AND owner_id=\?\)/,
    );
  });

  test.each(['listOverdue', 'listOwnUnfinished'] as const)(
    'what is under way is found by its index: %s',
    async (name) => {
      const steps = await planOf((db) => createDeliveriesRepository(db, SERVER_ID)[name](NOW));
      expect(steps[0]).toMatch(/SEARCH deliveries USING INDEX deliveries_under_way \(state=\?\)/);
      expect(steps[1]).toMatch(/SEARCH commands USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    },
  );
});
