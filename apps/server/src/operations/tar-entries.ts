import { once } from 'node:events';
import { extract, type Pack, pack } from 'tar-stream';
import type { BackupEntry } from './backup-entry.ts';
import { createByteReader } from './byte-reader.ts';

/** A tar says the length before the content. What has none that is known is written in parts of so many bytes. */
const PART_BYTES = 8 * 1024 * 1024;
const PART = /\.parte-\d+$/;
/** Only for its owner, as in the data folder. */
const MODE = 0o600;

/** Writes entries as a tar file. */
export async function* writeTar(entries: Iterable<BackupEntry>): AsyncGenerator<Buffer> {
  const tar = pack();
  fill(tar, entries).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  yield* tar as AsyncIterable<Buffer>;
}

async function fill(tar: Pack, entries: Iterable<BackupEntry>): Promise<void> {
  for (const { name, content, bytes } of entries) {
    if (bytes === undefined) await fillParts(tar, name, content);
    else {
      const sink = tar.entry({ name, size: bytes, mode: MODE });
      const written = once(sink, 'close');
      // A content that fails ends the tar, and that ends this.
      written.catch(() => undefined);
      for await (const part of content) if (!sink.write(part)) await once(sink, 'drain');
      sink.end(null);
      await written;
    }
  }
}

async function fillParts(tar: Pack, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const reader = createByteReader(content);
  let number = 1;
  for (let part = await reader.upTo(PART_BYTES); part.length > 0; part = await reader.upTo(PART_BYTES)) {
    const partName = `${name}.parte-${String(number).padStart(5, '0')}`;
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name: partName, mode: MODE }, part, (error) => (error ? reject(error) : resolve()));
    });
    number += 1;
  }
}

/** Reads what `writeTar` wrote. Each content is to be read to its end before the next entry is asked for. */
export async function* readTar(packed: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const tar = extract();
  feed(tar, packed).catch((error: Error) => tar.destroy(error));
  const entries = tar[Symbol.asyncIterator]();
  let next = await entries.next();
  async function* contentOf(name: string): AsyncGenerator<Buffer> {
    while (!next.done && nameOf(next.value) === name) {
      yield* next.value as AsyncIterable<Buffer>;
      next = await entries.next();
    }
  }
  try {
    while (!next.done) {
      const name = nameOf(next.value);
      yield { name, content: contentOf(name) };
    }
  } finally {
    tar.destroy();
  }
}

function nameOf({ header }: { header: { name: string } }): string {
  return header.name.replace(PART, '');
}

async function feed(tar: ReturnType<typeof extract>, packed: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of packed) if (!tar.write(part)) await once(tar, 'drain');
  tar.end(null);
}
