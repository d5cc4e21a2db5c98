import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '@semaforo/testing/until';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createHttpServer } from './http-server.ts';
import { StreamedText, sendStreamed } from './streamed-text.ts';

/** Longer than the window of gzip, which makes such a text only half as long. */
const PIECE = randomBytes(24_000).toString('hex');
/** More than sockets and streams keep between server and caller. */
const MANY = 2000;

describe.each(['identity', 'gzip'])('a long answer sent as %s', (encoding) => {
  let http: FastifyInstance;
  let origin: string;
  let made = 0;
  let hasEnded = false;
  let failsAt = Infinity;
  let pieces = MANY;

  async function* make() {
    try {
      for (made = 0; made < pieces; made += 1) {
        await nextTurn();
        if (made === failsAt) throw new Error('the database is gone');
        yield PIECE;
      }
    } finally {
      hasEnded = true;
    }
  }

  beforeEach(async () => {
    [made, hasEnded, failsAt, pieces] = [0, false, Infinity, MANY];
    http = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
    http.get('/table', { config: { access: 'public' } }, (request, reply) =>
      sendStreamed(request, reply, { streamed: new StreamedText(make()), type: 'text/csv' }),
    );
    origin = await http.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => http.close());

  const read = () => fetch(`${origin}/table`, { headers: { 'accept-encoding': encoding } });
  /** Asks and reads nothing: the socket is paused until it has a listener. */
  const ask = (): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`GET /table HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    return socket;
  };

  test.each([0, 1, 40])('has all of its %i pieces', async (count) => {
    pieces = count;
    const answer = await read();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await answer.text()).length).toBe(count * PIECE.length);
  });

  test('is made no faster than it is taken, and no further when the caller leaves', async () => {
    const socket = ask();
    await until('it has begun', () => made > 3);
    let before = -1;
    await until('the server waits for the caller', async () => {
      const isWaiting = made === before;
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return isWaiting;
    });
    expect(hasEnded).toBe(false);
    socket.destroy();
    await until('the reading is over', () => hasEnded);
  });

  test('that fails before it has begun is a failure', async () => {
    failsAt = 0;
    expect((await read()).status).toBe(500);
  });

  test('that fails midway is cut off', async () => {
    failsAt = 50;
    const answer = await read();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(hasEnded).toBe(true);
  });
});
