import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/** Long lists change often, so speed matters more than size. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 };

/** The bytes of an answer as a stream that reads them as fast as the caller takes them. */
export function toStream(bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Readable {
  return Readable.from(bytes, { objectMode: false });
}

/** The same compressed. A failure of the source, or a caller who leaves, ends both. */
export function gzipped(bytes: Iterable<Buffer> | AsyncIterable<Buffer>): Readable {
  return pipeline(toStream(bytes), createGzip(OPTIONS), () => undefined);
}
