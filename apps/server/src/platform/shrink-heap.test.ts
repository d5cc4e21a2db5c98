import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * In a heap that is too large to be collected at once, makes the young generation grow, and then waits for it to be
 * made small again. Prints both sizes in megabytes.
 */
const BUSY_THEN_CALM = `
  import { setTimeout as delay } from 'node:timers/promises';
  import './shrink-heap.ts';
  import { heapRoom } from './heap-room.ts';
  const young = () => heapRoom().young / 1048576;
  globalThis.lives = Array.from({ length: 3_000_000 }, (_, at) => ({ at }));
  const kept = [];
  for (let round = 0; young() < 16; round += 1) {
    for (let each = 0; each < 20_000; each += 1) kept[each] = { round, text: String(each + round) };
    await delay(0);
  }
  const before = young();
  while (young() > 8) await delay(100);
  console.log(JSON.stringify({ before, after: young() }));
`;

test('a young generation that grew while much was to do is small again once little is', async () => {
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUSY_THEN_CALM], {
    ...{ cwd: import.meta.dirname, timeout: 110_000 },
  });
  const { before, after } = JSON.parse((await run).stdout) as { before: number; after: number };
  expect(before).toBeGreaterThanOrEqual(16);
  expect(after).toBeLessThanOrEqual(8);
}, 120_000);
