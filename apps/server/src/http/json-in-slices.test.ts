import { expect, test } from 'vitest';
import { z } from 'zod';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { isLongAnswer, jsonInSlices, jsonOfList } from './json-in-slices.ts';

const row = z.strictObject({ id: z.int(), note: z.string().nullable(), lamps: z.array(z.string()) });
const schema = z
  .strictObject({ rows: z.array(row), total: z.int(), more: z.string().exactOptional() })
  .nullable();
const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, note: id % 2 ? null : '"', lamps: ['rosso'] }));

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test.each([
  ['no rows', schema, { rows: [], total: 0 }],
  ['few rows', schema, { rows: rows(3), total: 3, more: 'sì' }],
  ['many rows', schema, { total: 1234, rows: rows(1234) }],
  ['nothing', schema, null],
  ['a list', z.array(row), rows(777)],
  [
    'a row with many lamps',
    z.array(row),
    [{ id: 1, note: null, lamps: Array.from({ length: 2000 }, () => 'verde') }, ...rows(2)],
  ],
])('%s become the same JSON as at once', async (_what, checked, answer) => {
  const text = await textOf(jsonInSlices(checked, answer));
  expect(JSON.parse(text)).toEqual(answer);
  expect(text.length).toBe(JSON.stringify(answer).length);
});

test.each([
  ['a row among many', { rows: [...rows(900), { id: 'x' }], total: 0 }],
  ['a member beside many rows', { rows: rows(900), total: 'x' }],
  ['a secret beside many rows', { rows: rows(900), total: 0, password: 'x' }],
])('%s that the schema does not allow is not sent', async (_what, answer) => {
  await expect(textOf(jsonInSlices(schema, answer))).rejects.toThrow();
});

const TURN_AT_MOST_MS = 100;

test('only an answer that is long in all is written in slices', () => {
  expect([null, 1, { rows: rows(10) }, rows(200), rows(300)].map(isLongAnswer)).toEqual([
    ...[false, false, false, false, true],
  ]);
});

test('80,000 rows do not keep the server from other work', async () => {
  const answer = { rows: rows(80_000), total: 1 };
  const write = async () => {
    for await (const _piece of jsonInSlices(schema, answer));
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, write)).toBeLessThan(TURN_AT_MOST_MS);
});

test('a list that is read some at a time is one list, whichever of its parts are empty', async () => {
  async function* chunks(...lists: number[][]) {
    await Promise.resolve();
    yield* lists;
  }
  expect(await textOf(jsonOfList(chunks()))).toBe('[]');
  expect(await textOf(jsonOfList(chunks([], [])))).toBe('[]');
  expect(await textOf(jsonOfList(chunks([], [1, 2], [], [3], [])))).toBe('[1,2,3]');
});
