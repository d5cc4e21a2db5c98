import { device, deviceRow } from '@semaforo/testing/factories';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { longestTurnMs } from '../../test/longest-turn.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createAcceptCommand } from './accept-command.ts';
import { createCommandsRepository } from './commands.repository.ts';
import type { AcceptedCommand } from './tracked-delivery.ts';

const DEVICES = 10_000;
const NOW = Date.UTC(2026, 10, 22);

const signal = (id: number) => ({
  topic: `/3/provincia/s${id}`,
  name: `Sottopasso di via Provinciale ${id}`,
});

/** A shape, not a time: of all the work in one turn there would be some 300 ms of the processor. */
test('a command to 10,000 devices is stored and made ready in slices', async () => {
  const database = await createTestDatabase('sqlite');
  const ids = Array.from({ length: DEVICES }, (_, index) => index + 1);
  for (let start = 0; start < DEVICES; start += 1000) {
    const rows = ids.slice(start, start + 1000).map((id) => ({ id, ...deviceRow(signal(id)) }));
    await database.db.insertInto('devices').values(rows).execute();
  }
  const devices = ids.map((id) => device({ id, ...signal(id), ownerId: null }));
  let accepted: AcceptedCommand | undefined;
  const accept = createAcceptCommand({
    repository: createCommandsRepository(database.db, 'prova'),
    states: { confirmedBeforeTest: () => 'verde' } as never,
    lanes: { accept: (command: AcceptedCommand) => (accepted = command) } as never,
    commandTopic: '{key}/{channel}/set',
    rate: { estimateMs: () => 45_000 },
    mutex: pLimit(1),
    clock: { now: () => NOW },
  });
  const longest = await longestTurnMs(() =>
    accept({
      author: { id: null, username: 'admin', address: null },
      origin: 'operatore',
      deviceType: 'semaforo',
      resolveTargets: () => devices.map((each) => ({ device: each, value: 'rosso' as const })),
      value: 'rosso',
      deadlineAt: NOW + 10_000,
    }),
  );
  expect(accepted?.deliveries).toHaveLength(DEVICES);
  expect(accepted).toMatchObject({ deadlineAt: NOW + 100_000, usualDeadlineAt: NOW + 10_000 });
  expect(longest).toBeLessThan(100);
  await database.close();
});
