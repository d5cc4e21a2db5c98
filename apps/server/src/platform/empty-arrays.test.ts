import { expect, test } from 'vitest';
import { emptyArrays } from './empty-arrays.ts';

test.each([
  ['{"arcs":[[1,[2]],[3]],"a":1}', '{"arcs":[],"a":1}'],
  ['{"a":{"arcs" : [ -1.5e3 ]},"arcs":[]}', '{"a":{"arcs" : []},"arcs":[]}'],
  ['{"arcs":["a"],"b":"arcs","c":["arcs",[1]]}', '{"arcs":["a"],"b":"arcs","c":["arcs",[1]]}'],
  [String.raw`{"a":"\"arcs\":[1]","arcs":[1]}`, String.raw`{"a":"\"arcs\":[1]","arcs":[]}`],
  ['{"arcs":[[1]', '{"arcs":[[1]'],
])('of %s the arrays of numbers of the member are emptied, and nothing else', async (given, left) => {
  expect(await emptyArrays(given, 'arcs')).toBe(left);
});
