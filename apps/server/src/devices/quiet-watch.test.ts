import { expect, test } from 'vitest';
import { createQuietWatch } from './quiet-watch.ts';

const MINUTE_MS = 60_000;

/** Devices that have spoken five times, each minute, the last time at four minutes. */
function watchOf(count: number) {
  const watch = createQuietWatch();
  for (let turn = 0; turn <= 4; turn += 1) {
    for (let id = 1; id <= count; id += 1) watch.heard(id, turn * MINUTE_MS, true);
  }
  const take = (nowMs: number, listeningFromMs = 0) => watch.takeQuiet({ nowMs, listeningFromMs });
  return { watch, take };
}

test('of many that fall quiet some are taken at a time, each once, and none that was heard meanwhile', () => {
  const { watch, take } = watchOf(450);
  expect(take(7 * MINUTE_MS - 1)).toEqual({ fallen: [], isMore: false });
  const first = take(7 * MINUTE_MS);
  watch.heard(450, 7 * MINUTE_MS, true);
  const all = [first, ...[1, 2, 3].map(() => take(7 * MINUTE_MS))];
  expect(all.map(({ fallen, isMore }) => [fallen.length, isMore])).toEqual([
    [200, true],
    [200, true],
    [49, false],
    [0, false],
  ]);
  expect(new Set(all.flatMap(({ fallen }) => fallen.map(({ deviceId }) => deviceId))).size).toBe(449);
  expect(first.fallen[0]).toEqual({ deviceId: 1, forMs: 3 * MINUTE_MS });
});

test('devices of which silence counts later wait for it, some at a time', () => {
  const { take } = watchOf(450);
  const madeAt = 60 * MINUTE_MS;
  const looks = [take(madeAt, madeAt), take(madeAt, madeAt), take(madeAt, madeAt)];
  expect(looks.map(({ isMore }) => isMore)).toEqual([true, true, false]);
  expect(looks.flatMap(({ fallen }) => fallen)).toEqual([]);
  expect(take(madeAt + 3 * MINUTE_MS - 1, madeAt).fallen).toEqual([]);
  expect(take(madeAt + 3 * MINUTE_MS, madeAt).fallen).toHaveLength(200);
});

test('one that is forgotten, or whose rhythm is not known, is never quiet; one watched again is so again', () => {
  const { watch, take } = watchOf(2);
  watch.forget(1);
  watch.heard(3, 0, true);
  const at = 7 * MINUTE_MS;
  expect(take(at).fallen).toEqual([{ deviceId: 2, forMs: 3 * MINUTE_MS }]);
  expect(take(2 * at).fallen).toEqual([]);
  watch.watchAgain(2);
  watch.watchAgain(1);
  expect(take(2 * at).fallen).toEqual([{ deviceId: 2, forMs: 2 * at - 4 * MINUTE_MS }]);
});
