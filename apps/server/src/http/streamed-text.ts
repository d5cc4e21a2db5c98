import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from './accepts-gzip.ts';
import { gzipped, toStream } from './gzip.ts';
import { COMPRESS_FROM_BYTES } from './serialized-json.ts';

/** So much is made before the answer begins: a shorter one is sent whole, and what fails until then is a failure. */
const BEGIN_AT_BYTES = 64 * 1024;

/** An answer that is made piece by piece, as fast as the caller takes it, and no further when the caller leaves. */
export class StreamedText {
  readonly pieces: AsyncIterable<string, void>;

  constructor(pieces: AsyncIterable<string, void>) {
    this.pieces = pieces;
  }
}

/**
 * Answers with a text as it is made. What fails once the answer has begun cuts the connection: half of it must not
 * pass for all (docs/rules.md#long-answers).
 */
export async function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { streamed: { pieces }, type }: { streamed: StreamedText; type: string },
): Promise<FastifyReply> {
  const reading = pieces[Symbol.asyncIterator]();
  const { begun, length, isWhole } = await readBeginning(reading);
  reply.header('vary', 'accept-encoding').type(`${type}; charset=utf-8`);
  const isZipped = length >= COMPRESS_FROM_BYTES && acceptsGzip(request);
  if (isWhole && !isZipped) return reply.send(Buffer.concat(begun, length));
  const all = allOf(begun, reading);
  if (isZipped) reply.header('content-encoding', 'gzip');
  return reply.send(isZipped ? gzipped(all) : toStream(all));
}

async function readBeginning(reading: AsyncIterator<string, void>) {
  const begun: Buffer[] = [];
  let length = 0;
  while (length < BEGIN_AT_BYTES) {
    const next = await reading.next();
    if (next.done) return { begun, length, isWhole: true };
    const piece = Buffer.from(next.value);
    begun.push(piece);
    length += piece.length;
  }
  return { begun, length, isWhole: false };
}

/** Ends the reading when nobody wants the rest. */
async function* allOf(begun: Buffer[], reading: AsyncIterator<string, void>): AsyncGenerator<Buffer> {
  try {
    for (let piece = begun.shift(); piece; piece = begun.shift()) yield piece;
    for (let next = await reading.next(); !next.done; next = await reading.next()) {
      yield Buffer.from(next.value);
    }
  } finally {
    await reading.return?.();
  }
}
