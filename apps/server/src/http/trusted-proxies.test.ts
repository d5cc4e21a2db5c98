import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { addressOf, createAddressOf } from './address-of.ts';
import { createHttpServer } from './http-server.ts';

let server: FastifyInstance;
afterEach(() => server.close());

async function callerSeenThrough(
  proxy: string,
  trustedProxies: string[],
  given = '203.0.113.9',
): Promise<string> {
  server = await createHttpServer({ logger: createTestLogger(), webRoot: undefined, trustedProxies });
  const addressOfRaw = createAddressOf(trustedProxies);
  server.get('/caller', { config: { access: 'public' } }, (request) => [
    addressOf(request),
    addressOfRaw(request.raw),
  ]);
  const headers = { 'x-forwarded-for': given };
  const seen = await server.inject({ url: '/caller', remoteAddress: proxy, headers });
  const [caller = '', raw] = seen.json<string[]>();
  // Live sockets do not pass through Fastify.
  expect(raw).toBe(caller);
  return caller;
}

test('the caller address given by a trusted proxy is used', async () => {
  expect(await callerSeenThrough('10.1.2.3', ['10.0.0.0/8'])).toBe('203.0.113.9');
});

test('of the addresses that trusted proxies give the nearest that is no proxy is used', async () => {
  const through = (given: string) => callerSeenThrough('::ffff:10.1.2.3', ['10.0.0.0/8', '192.0.2.1'], given);
  expect(await through('198.51.100.1, 203.0.113.9, 192.0.2.1')).toBe('203.0.113.9');
  await server.close();
  expect(await through('10.0.0.1, 192.0.2.1')).toBe('10.0.0.1');
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
