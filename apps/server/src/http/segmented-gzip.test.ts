import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { JsonPiece } from './json-piece.ts';
import { gzipOf } from './segmented-gzip.ts';

async function unzipped(pieces: readonly JsonPiece[]): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of gzipOf(pieces)) parts.push(part);
  return gunzipSync(Buffer.concat(parts)).toString();
}

const pieceOf = (text: string) => ({ bytes: Buffer.from(text) });

test.each([0, 1, 2, 7, 40])('%i pieces are one gzip stream, whose sums a reader checks', async (count) => {
  const pieces = Array.from({ length: count }, (_, at) => `pezzo ${at} è `.repeat(at * 999 + 1));
  expect(await unzipped(pieces.map(pieceOf))).toBe(pieces.join(''));
});

test('a piece that was compressed before, and an empty one, are no other than the rest', async () => {
  const [first, empty, last] = [pieceOf('uno'), pieceOf(''), pieceOf('due')];
  expect(await unzipped([first, empty, last])).toBe('unodue');
  expect(await unzipped([last, first, empty, last])).toBe('dueunodue');
});

test('a piece that was overwritten has another version and is compressed again', async () => {
  const { bytes } = pieceOf('vecchio');
  expect(await unzipped([{ bytes, version: 1 }])).toBe('vecchio');
  bytes.write('diverso');
  expect(await unzipped([{ bytes, version: 2 }])).toBe('diverso');
});
