import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Shorter answers are not compressed. */
export const COMPRESS_FROM_BYTES = 1024;

/**
 * Serialized JSON. It is compressed once; with a tag it is sent only to callers whose copy is older, as its ETag says.
 */
export class SerializedJson {
  readonly tag: string | undefined;
  readonly #bytes: Buffer;
  #compressed: Promise<Buffer> | undefined;

  constructor(json: string, tag?: string) {
    this.tag = tag === undefined ? undefined : `W/"${tag}"`;
    this.#bytes = Buffer.from(json);
  }

  /** The bytes, plain or compressed with gzip. */
  bytes(compressed: boolean): Buffer | Promise<Buffer> {
    if (!compressed) return this.#bytes;
    // Long lists change often, so speed matters more than size.
    this.#compressed ??= compress(this.#bytes, { level: constants.Z_BEST_SPEED });
    return this.#compressed;
  }

  get isWorthCompressing(): boolean {
    return this.#bytes.length >= COMPRESS_FROM_BYTES;
  }
}

/** Answers with serialized JSON, or with a 304 when the caller has the same version. */
export async function sendSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  serialized: SerializedJson,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  if (serialized.tag !== undefined) reply.header('etag', serialized.tag);
  if (serialized.tag !== undefined && request.headers['if-none-match'] === serialized.tag)
    return reply.code(304).send();
  const compressed = serialized.isWorthCompressing && acceptsGzip(request);
  if (compressed) reply.header('content-encoding', 'gzip');
  reply.type('application/json; charset=utf-8');
  return reply.send(await serialized.bytes(compressed));
}

function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
}
