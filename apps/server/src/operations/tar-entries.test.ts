import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Secret } from '../platform/secret.ts';
import { decryptAge, encryptAge } from './age-stream.ts';
import { readTar, writeTar } from './tar-entries.ts';

const PASSPHRASE = new Secret('la passphrase delle copie');
const LONG = randomBytes(9_000_000);

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 50_000) {
    await nextTurn();
    yield bytes.subarray(from, from + 50_000);
  }
}

async function contentsOf(packed: AsyncIterable<Buffer>) {
  const read: [string, Buffer][] = [];
  for await (const { name, content } of readTar(packed)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    read.push([name, Buffer.concat(parts)]);
  }
  return read;
}

test.each([LONG.length, undefined])('a tar holds its entries, the last of a length of %s', async (bytes) => {
  const tar = writeTar([
    { name: 'manifest.json', content: inPieces(Buffer.from('{}')), bytes: 2 },
    { name: 'archivio/vuoto', content: inPieces(Buffer.alloc(0)), bytes: 0 },
    { name: 'database', content: inPieces(LONG), bytes },
  ]);
  const [manifest, empty, database] = await contentsOf(tar);
  expect([manifest, empty]).toEqual([
    ['manifest.json', Buffer.from('{}')],
    ['archivio/vuoto', Buffer.alloc(0)],
  ]);
  expect(database?.[0]).toBe('database');
  expect(database?.[1].equals(LONG)).toBe(true);
});

test('a content that fails, and one of another length, fail the tar', async () => {
  async function* failing() {
    yield Buffer.from('in');
    await nextTurn();
    throw new Error('pg_dump failed');
  }
  const all = (bytes: number | undefined) =>
    contentsOf(writeTar([{ name: 'database', content: failing(), bytes }]));
  await expect(all(undefined)).rejects.toThrow('pg_dump failed');
  await expect(all(7)).rejects.toThrow('pg_dump failed');
  const short = writeTar([{ name: 'database', content: inPieces(Buffer.from('in')), bytes: 7 }]);
  await expect(contentsOf(short)).rejects.toThrow();
});

test('what is encrypted is read with its passphrase only, and as it was written only', async () => {
  const parts: Buffer[] = [];
  for await (const part of encryptAge(inPieces(LONG.subarray(0, 200_000)), PASSPHRASE)) parts.push(part);
  const sealed = Buffer.concat(parts);
  const open = async (bytes: Buffer, passphrase = PASSPHRASE) => {
    const plain: Buffer[] = [];
    for await (const part of decryptAge(inPieces(bytes), passphrase)) plain.push(part);
    return Buffer.concat(plain);
  };
  expect((await open(sealed)).equals(LONG.subarray(0, 200_000))).toBe(true);
  await expect(open(sealed, new Secret('un’altra passphrase'))).rejects.toThrow('La passphrase non è quella');
  const cut = sealed.subarray(0, 65_536 + 16 + 300);
  await expect(open(cut)).rejects.toThrow('danneggiata o troncata');
  const altered = Buffer.from(sealed);
  altered.writeUInt8(altered.readUInt8(100_000) ^ 1, 100_000);
  await expect(open(altered)).rejects.toThrow('danneggiata o troncata');
});
