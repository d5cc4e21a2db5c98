import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { createLimiter } from '../platform/limiter.ts';
import { combineCrc32 } from './combine-crc32.ts';
import type { JsonPiece } from './json-piece.ts';

/** Long lists change often, so speed matters more than size. A segment ends at a byte and ends nothing. */
const SEGMENT = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH };
/** The threads that compress also read files and check passwords: they are not all taken. */
const AT_ONCE = 2;
/** So many segments are made before they are sent. */
const AHEAD = 4;

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([3, 0]);
const UINT32 = 2 ** 32;

type Segment = { deflated: Buffer; crc: number; length: number };

const deflate = promisify<Buffer, typeof SEGMENT, Buffer>(deflateRaw);
const limiter = createLimiter(AT_ONCE);
const segments = new WeakMap<Buffer, { version: number | undefined; made: Promise<Segment> }>();

/**
 * The pieces as one gzip stream. Each piece is compressed by itself and only once, as long as it is the same: of a
 * list of which little changed, little is compressed again.
 */
export function gzipOf(pieces: readonly JsonPiece[]): AsyncGenerator<Buffer> {
  return gzipMember(segmentsAhead(pieces));
}

/** Buffers as one gzip stream, each compressed when the one before it was taken. */
export function gzipAsRead(buffers: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return gzipMember(segmentsAsRead(buffers));
}

function* segmentsAhead(pieces: readonly JsonPiece[]): Generator<Promise<Segment>> {
  for (const [at, piece] of pieces.entries()) {
    for (const next of pieces.slice(at + 1, at + 1 + AHEAD)) void segmentOf(next);
    yield segmentOf(piece);
  }
}

async function* segmentsAsRead(buffers: AsyncIterable<Buffer>): AsyncGenerator<Segment> {
  for await (const bytes of buffers) yield await segmentOf({ bytes });
}

async function* gzipMember(
  made: Iterable<Promise<Segment>> | AsyncIterable<Segment>,
): AsyncGenerator<Buffer> {
  let crc = 0;
  let length = 0;
  yield HEADER;
  for await (const segment of made) {
    crc = combineCrc32(crc, segment.crc, segment.length);
    length += segment.length;
    yield segment.deflated;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % UINT32, 4);
  yield LAST_BLOCK;
  yield trailer;
}

function segmentOf({ bytes, version }: JsonPiece): Promise<Segment> {
  const known = segments.get(bytes);
  if (known?.version === version && known !== undefined) return known.made;
  const made = limiter.run(async () => ({
    deflated: await deflate(bytes, SEGMENT),
    crc: crc32(bytes),
    length: bytes.length,
  }));
  segments.set(bytes, { version, made });
  return made;
}
