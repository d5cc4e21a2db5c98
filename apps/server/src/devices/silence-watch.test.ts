import { expect, test } from 'vitest';
import { createSilenceWatch } from './silence-watch.ts';

const AT = { nowMs: 1000, listeningFromMs: 0 };

test('of many that are silent some are told at a time, each once, and none that was heard meanwhile', () => {
  const watch = createSilenceWatch(1000);
  for (let id = 1; id <= 450; id += 1) watch.heard(id, 0);
  const first = watch.takeSilent(AT);
  watch.heard(450, 999);
  const others = [watch.takeSilent(AT), watch.takeSilent(AT), watch.takeSilent(AT)];
  expect([first, ...others].map(({ length }) => length)).toEqual([200, 200, 49, 0]);
  expect(new Set([first, ...others].flat()).size).toBe(449);
});
