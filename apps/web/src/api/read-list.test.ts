import { expect, test } from 'vitest';
import { readList } from './read-list.ts';

/** A body that arrives in parts of that many bytes, cut wherever they end. */
function inParts(text: string, bytes: number): Response {
  const encoded = new TextEncoder().encode(text);
  let sent = 0;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encoded.slice(sent, sent + bytes));
        sent += bytes;
        if (sent >= encoded.length) controller.close();
      },
    }),
  );
}

test('a long list is read whole and in order, whatever its texts say and wherever it is cut', async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    device_name: ['Perché no', '},{"', '"},{"id":1', 'a},{', '\\', null][id % 6],
    error_reason: 'Comando non confermato entro 5 s',
  }));
  expect(await readList(inParts(JSON.stringify(rows), 65_537))).toEqual(rows);
});

test('elements with lists and objects of their own are cut only between them', async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    device_name: ['}],[{', '{"lamps":[', 'a\\', '"', null][id % 5],
    lamps: [
      { color: 'verde', on: true },
      { color: 'rosso', on: null },
      { color: '},{"id":1', on: false },
    ],
    desired: id % 3 === 0 ? { value: 'rosso', by: '\\"' } : null,
  }));
  expect(await readList(inParts(JSON.stringify(rows), 65_537))).toEqual(rows);
  expect(await readList(inParts(JSON.stringify(rows, null, 1), 65_537))).toEqual(rows);
});

test('one element longer than a piece is read whole', async () => {
  const rows = [{ id: 1 }, { id: 2, text: '"},{'.repeat(400_000) }, { id: 3 }];
  expect(await readList(inParts(JSON.stringify(rows), 65_537))).toEqual(rows);
});

test('a short list and an empty one are read', async () => {
  expect(await readList(inParts('[{"id":1}]', 3))).toEqual([{ id: 1 }]);
  expect(await readList(new Response('[]'))).toEqual([]);
});

test('a body that is cut off is refused', async () => {
  await expect(readList(new Response('[{"id":1},{"id"'))).rejects.toThrow(SyntaxError);
});
