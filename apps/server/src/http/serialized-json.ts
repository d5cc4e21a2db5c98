import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from './accepts-gzip.ts';
import { endWith } from './end-with.ts';
import { gzipped, toStream } from './gzip.ts';

/** Shorter answers are not compressed. */
export const COMPRESS_FROM_BYTES = 1024;
/** Longer answers are sent piece by piece, as fast as the caller takes them. */
const STREAMED_FROM_BYTES = 256 * 1024;

/** Serialized JSON in pieces. With a tag it is sent only to callers whose copy is older, as its ETag says. */
export class SerializedJson {
  readonly tag: string | undefined;
  readonly pieces: readonly Buffer[];
  readonly length: number;
  /** Called when the pieces are needed no more. */
  readonly release: () => void;

  constructor(pieces: readonly Buffer[], { tag, release }: { tag?: string; release?: () => void } = {}) {
    this.tag = tag === undefined ? undefined : `W/"${tag}"`;
    this.pieces = pieces;
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
    this.release = release ?? (() => undefined);
  }
}

/** Answers with serialized JSON, or with a 304 when the caller has the same version. */
export function sendSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, pieces, length, release }: SerializedJson,
): FastifyReply {
  endWith(reply, release);
  reply.header('vary', 'accept-encoding');
  if (tag !== undefined) reply.header('etag', tag);
  if (tag !== undefined && request.headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  if (length >= COMPRESS_FROM_BYTES && acceptsGzip(request)) {
    return reply.header('content-encoding', 'gzip').send(gzipped(pieces));
  }
  if (length < STREAMED_FROM_BYTES) return reply.send(Buffer.concat(pieces, length));
  return reply.header('content-length', length).send(toStream(pieces));
}
