import { expect, test } from 'vitest';
import { createPrunePast } from './prune-past.ts';

const MINUTE_MS = 60_000;
const KEPT_MS = 1000;

test('all devices are pruned in turn, fifty at a call, and again an hour after that began', async () => {
  const pruned: string[] = [];
  let now = 5 * MINUTE_MS;
  const prunePast = createPrunePast({
    repository: {
      prune: (id, before) => {
        pruned.push(`${id} before ${before}`);
        return Promise.resolve();
      },
    },
    listIds: () => Array.from({ length: 60 }, (_one, index) => index + 1),
    keepMs: KEPT_MS,
    clock: { now: () => now },
  });
  await prunePast();
  expect(pruned).toHaveLength(50);
  await prunePast();
  expect(pruned).toHaveLength(60);
  expect(new Set(pruned)).toContain(`60 before ${now - KEPT_MS}`);
  now += 59 * MINUTE_MS;
  await prunePast();
  expect(pruned).toHaveLength(60);
  now += MINUTE_MS;
  await prunePast();
  expect(pruned).toHaveLength(110);
  // The rest of the turn, and the next one although the clock was set back.
  await prunePast();
  now -= 60 * MINUTE_MS;
  await prunePast();
  expect(pruned).toHaveLength(170);
});
