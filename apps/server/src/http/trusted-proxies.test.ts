import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { addressOf } from './address-of.ts';
import { createHttpServer } from './http-server.ts';

let server: FastifyInstance;
afterEach(() => server.close());

async function callerSeenThrough(
  proxy: string,
  trustedProxies: string[],
  given = '203.0.113.9',
): Promise<string> {
  server = await createHttpServer({ logger: createTestLogger(), webRoot: undefined, trustedProxies });
  server.get('/caller', { config: { access: 'public' } }, addressOf);
  const headers = { 'x-forwarded-for': given };
  return (await server.inject({ url: '/caller', remoteAddress: proxy, headers })).body;
}

test('the caller address given by a trusted proxy is used', async () => {
  expect(await callerSeenThrough('10.1.2.3', ['10.0.0.0/8'])).toBe('203.0.113.9');
});

test('the caller address given by any other machine is ignored', async () => {
  expect(await callerSeenThrough('192.0.2.7', ['10.0.0.0/8'])).toBe('192.0.2.7');
});

test('every given caller address is ignored when no proxy is trusted', async () => {
  expect(await callerSeenThrough('127.0.0.1', [])).toBe('127.0.0.1');
});

test('what a trusted proxy passes on that is no address is ignored', async () => {
  const passedOn = '<script>alert(1)</script>';
  expect(await callerSeenThrough('10.1.2.3', ['10.0.0.0/8'], passedOn)).toBe('10.1.2.3');
});

test('a forwarding header of a machine that is not trusted is told in the log, once', async () => {
  const logger = createTestLogger();
  server = await createHttpServer({ logger, webRoot: undefined, trustedProxies: ['10.0.0.0/8'] });
  server.get('/caller', { config: { access: 'public' } }, ({ ip }) => ip);
  const call = (remoteAddress: string, headers = {}) =>
    server.inject({ url: '/caller', remoteAddress, headers });
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  await call('10.1.2.3', forwarded);
  await call('192.0.2.7');
  expect(logger.entries).toEqual([]);
  await call('192.0.2.7', forwarded);
  await call('192.0.2.8', forwarded);
  expect(logger.entries).toEqual([expect.stringContaining('X-Forwarded-For arriva da una macchina')]);
});
