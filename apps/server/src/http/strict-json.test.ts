import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';

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
