import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The encoding of Excel's plain "CSV" in western Europe. */
const windows1252 = new TextDecoder('windows-1252');

/** Makes a scope of the server accept text/csv only. Its routes get the body as text. */
export function acceptOnlyCsv(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, decodeTable(body as Buffer));
  });
  return scope;
}

/** Decodes UTF-8, or Windows-1252 when the bytes are not UTF-8, and drops a byte order mark. */
function decodeTable(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Not UTF-8. Windows-1252 can decode any bytes.
    return windows1252.decode(bytes);
  }
}
