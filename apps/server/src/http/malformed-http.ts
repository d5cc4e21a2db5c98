import type { Socket } from 'node:net';
import type { Failure } from '@semaforo/contract/api/failure';
import type { ConnectionError } from 'fastify';

type Answer = { line: string; failure: Failure };

const MALFORMED: Answer = {
  line: '400 Bad Request',
  failure: { error: 'Richiesta malformata', code: 'malformed-request' },
};

/** Failures of Node's HTTP parser, by error code. */
const KNOWN: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    failure: { error: 'Le intestazioni della richiesta sono troppo grandi', code: 'headers-too-large' },
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    line: '413 Payload Too Large',
    failure: { error: 'Il corpo della richiesta è troppo grande', code: 'body-too-large' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    failure: { error: 'La richiesta non è arrivata in tempo', code: 'request-timeout' },
  },
};

/**
 * Answers bytes that are not HTTP, which no route sees, and closes the connection, because the bytes after
 * them cannot be parsed either.
 */
export function answerMalformedHttp(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const { line, failure } = KNOWN[error.code] ?? MALFORMED;
    const body = JSON.stringify(failure);
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write(`HTTP/1.1 ${line}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
