import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
  ['::1', /^http:\/\/\[::1\]:\d+$/],
])('the address is that of the setting, with the port that the system chose: %s', async (host, address) => {
  const server = fastify();
  expect(await listen(server, { host, port: 0 })).toMatch(address);
  await server.close();
});
