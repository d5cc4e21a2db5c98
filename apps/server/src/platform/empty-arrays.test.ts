import { expect, test } from 'vitest';
import { emptyArrays } from './empty-arrays.ts';
import { LeftOutArray, putLeftOut } from './left-out-array.ts';

test.each([
  ['{"arcs":[[1,[2]],[3]],"a":1}', '{"arcs":[0],"a":1}', ['[[1,[2]],[3]]']],
  ['{"a":{"arcs" : [ -1.5e3 ]},"arcs":[]}', '{"a":{"arcs" : [0]},"arcs":[1]}', ['[ -1.5e3 ]', '[]']],
  ['{"arcs":["a"],"b":"arcs","c":["arcs",[1]]}', '{"arcs":["a"],"b":"arcs","c":["arcs",[1]]}', []],
  [String.raw`{"a":"\"arcs\":[1]","arcs":[1]}`, String.raw`{"a":"\"arcs\":[1]","arcs":[0]}`, ['[1]']],
  ['{"arcs":[[1]', '{"arcs":[[1]', []],
])(
  'of %s the arrays of numbers of the member are emptied, and nothing else',
  async (given, left, emptied) => {
    expect(await emptyArrays(given, 'arcs')).toEqual({ json: left, emptied });
  },
);

test('what was emptied is put in its place, whatever the order of keys, and written empty', async () => {
  const given = '{"b":{"2":{"arcs":[7,8]},"1":{"arcs":[[9]]}},"arcs":[],"arc":[1],"c":[{"arcs":["x"]}]}';
  const { json, emptied } = await emptyArrays(given, 'arcs');
  const parsed: unknown = JSON.parse(json);
  putLeftOut(parsed, 'arcs', emptied);
  expect(parsed).toEqual({
    b: { 1: { arcs: new LeftOutArray('[[9]]') }, 2: { arcs: new LeftOutArray('[7,8]') } },
    arcs: new LeftOutArray('[]'),
    arc: [1],
    c: [{ arcs: ['x'] }],
  });
  expect(JSON.stringify(parsed)).toBe(
    '{"b":{"1":{"arcs":[]},"2":{"arcs":[]}},"arcs":[],"arc":[1],"c":[{"arcs":["x"]}]}',
  );
});
