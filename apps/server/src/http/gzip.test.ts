import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { gzipped } from './gzip.ts';

test.each([0, 1, 7, 40])('%i pieces are one gzip stream, which a reader can check', async (count) => {
  const pieces = Array.from({ length: count }, (_, at) => `pezzo ${at} è `.repeat(at * 999 + 1));
  const parts: Buffer[] = [];
  for await (const part of gzipped(pieces.map((text) => Buffer.from(text)))) parts.push(part as Buffer);
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(pieces.join(''));
});

test('a caller who leaves ends the reading, and a reading that fails ends the answer', async () => {
  let isOver = false;
  function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      isOver = true;
    }
  }
  gzipped(endless()).once('data', function (this: ReturnType<typeof gzipped>) {
    this.destroy();
  });
  await until('the reading is over', () => isOver);
  function* failing() {
    yield Buffer.from('inizio');
    throw new Error('disk full');
  }
  const [error] = (await once(gzipped(failing()), 'error')) as [Error];
  expect(error.message).toBe('disk full');
});
