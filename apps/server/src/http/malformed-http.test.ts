import { connect } from 'node:net';
import { failureSchema } from '@semaforo/contract/api/failure';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createHttpServer } from './http-server.ts';
import { mountOperations } from './operations.routes.ts';

describe('bytes that are no HTTP', () => {
  const logger = createTestLogger();
  let server: FastifyInstance;
  let port: number;

  beforeAll(async () => {
    server = await createHttpServer({ logger, webRoot: undefined });
    mountOperations(server, {
      isReady: () => Promise.resolve(true),
      isClockOff: () => false,
      isIsolated: () => false,
      metrics: () => Promise.resolve(''),
    });
    server.post('/echo', { config: { access: 'public' } }, (request) => ({ body: request.body }));
    port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(async () => {
    await server.close();
    expect(logger.entries).toEqual([]);
  });

  /** What the server answers to the bytes until it closes the connection. */
  const exchange = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  test.each([
    ['a broken request line', 'NIENTE\r\n\r\n', 400],
    ['an unknown method', 'LAMPADA / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n', 400],
    ['a header without colon', 'GET /healthz HTTP/1.1\r\nHost: a\r\nniente\r\n\r\n', 400],
    [
      'a content length that is no number',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      400,
    ],
    ['a negative content length', 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'two content lengths',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      400,
    ],
    [
      'a length beside chunks',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['huge headers', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['a huge address', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ])('%s is answered with a sentence and the connection closes', async (_what, bytes, status) => {
    const answer = await exchange(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain('connection: close');
    expect(head.toLowerCase()).toContain('content-type: application/json');
    const { error, code } = failureSchema.parse(JSON.parse(body));
    expect(error).toMatch(/^(Richiesta malformata|Le intestazioni)/);
    expect(code).toBe(status === 431 ? 'headers-too-large' : 'malformed-request');
  });

  test('the rest of a body longer than its content length is refused as a request of its own', async () => {
    const request =
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
    const answer = await exchange(`${request}{}{"x":1}`);
    expect(answer).toMatch(/HTTP\/1\.1 400 Bad Request/);
    expect(answer).toContain('Richiesta malformata');
  });

  test('a body with broken chunks is refused', async () => {
    const request = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const answer = await exchange(`${request}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('the server still answers after all malformed requests', async () => {
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ status: 'ok' });
  });
});
