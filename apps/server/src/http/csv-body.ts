import type { FastifyInstance } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Excel's plain "CSV" is written so in western Europe. */
const windows1252 = new TextDecoder('windows-1252');

/** Makes a scope of the server take text/csv and nothing else; its routes get the text. */
export function acceptOnlyCsv(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, decodeTable(body as Buffer));
  });
  return scope;
}

/** The text of a table without a byte order mark: UTF-8 or, when it is not that, Windows-1252. Every text is one of the two. */
function decodeTable(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
