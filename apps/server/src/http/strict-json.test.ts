import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { parseLargeJson, parseStrictJson, StrictJsonError } from './strict-json.ts';

/** docs/rules.md#no-input-blocks */
const TURN_AT_MOST_MS = 100;

const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text));

test('valid JSON is parsed as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (json) => {
      fc.pre(!json.includes('"__proto__":'));
      expect(parse(json)).toEqual(JSON.parse(json));
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', '"a"'],
  ['{"a":1, "b":2, "a" : 3}', '"a"'],
  ['{"x":{"a":1,"a":2}}', '"a"'],
  ['[{"a":1},{"a":1,"a":2}]', '"a"'],
  ['{"a":1,"\\u0061":2}', '"\\u0061"'],
])('%s is refused because it repeats a field', (json, field) => {
  expect(() => parse(json)).toThrow(`Il campo ${field} è ripetuto`);
});

test.each([
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a"}',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":["a","a"]}',
  '{"a":"\\\\","b":"\\"a\\":"}',
])('%s is accepted because it repeats no field', (json) => {
  expect(parse(json)).toEqual(JSON.parse(json));
});

test.each(['', '{', '{"a":1,}', "{'a':1}", '{a:1}', 'NaN', '01', '// comment\n{}', '\uFEFF{}'])(
  '%j is refused because it is not JSON',
  (text) => {
    expect(() => parse(text)).toThrow(StrictJsonError);
  },
);

test.each(['{"__proto__":null}', '{"a":[{"\\u005f_proto__":1}]}'])(
  '%s is refused because schemas do not see that key',
  (json) => {
    expect(() => parse(json)).toThrow('Campo sconosciuto: __proto__');
  },
);

test('bytes that are not UTF-8 are refused', () => {
  expect(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('non è UTF-8 valido');
});

test('JSON nested deeper than 32 levels is refused', () => {
  expect(parse('['.repeat(32) + ']'.repeat(32))).toBeDefined();
  expect(() => parse('['.repeat(33) + ']'.repeat(33))).toThrow('troppo annidato');
});

test.each([
  ['4 MB of arcs', `{"arcs":[${'[12,34],'.repeat(500_000)}1]}`, true],
  ['4 MB of short arcs', `{"a":[${'{"arcs":[1]},'.repeat(300_000)}1]}`, false],
  ['a megabyte of empty arrays', `[${'[],'.repeat(340_000)}1]`, true],
  [
    'a megabyte of keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, k) => [`k${k}`, 1]))),
    true,
  ],
  ['a megabyte of small objects', `[${'{"a":1},'.repeat(116_000)}1]`, true],
  ['more than a megabyte of texts', `[${'"lampada",'.repeat(110_000)}1]`, false],
])('a large body of %s does not keep the server from other work', async (_what, json, isTaken) => {
  const bytes = new TextEncoder().encode(json);
  let isParsed = false;
  const parseIt = async () => {
    isParsed = await parseLargeJson(bytes, 'arcs').then(
      () => true,
      () => false,
    );
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, parseIt)).toBeLessThan(TURN_AT_MOST_MS);
  expect(isParsed).toBe(isTaken);
});

test('many large bodies at once do not keep the server from other work either', async () => {
  const bytes = new TextEncoder().encode(`{"arcs":[${'[12,34],'.repeat(500_000)}1]}`);
  const parseAll = () => Promise.all(Array.from({ length: 20 }, () => parseLargeJson(bytes, 'arcs')));
  expect(await leastTurnMs(TURN_AT_MOST_MS, parseAll)).toBeLessThan(TURN_AT_MOST_MS);
});
