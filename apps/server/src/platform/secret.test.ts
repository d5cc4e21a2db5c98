import { inspect } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { Bus } from '../cluster/bus.port.ts';
import { createEventChannel } from './event-channel.ts';
import type { Logger } from './logger.ts';
import { Secret } from './secret.ts';

const CONTENT = 'canarino-che-nessuno-deve-sentire';
const secret = new Secret(CONTENT);
const holder = { username: 'comune', proof: { password: secret, hashes: [secret] } };

test('a secret gives its content to who asks for it', () => {
  expect(secret.reveal()).toBe(CONTENT);
});

test.each([
  ['JSON', () => JSON.stringify(holder)],
  ['JSON of a copy', () => JSON.stringify({ ...secret, ...holder.proof })],
  ['a structured clone', () => inspect(structuredClone({ ...secret }), { showHidden: true })],
  // It compiles for nobody but who writes it on purpose.
  ['a template', () => `log-in with ${secret as unknown as string}`],
  ['a sum of texts', () => 'log-in with '.concat(String(secret))],
  ['inspect', () => inspect(holder, { depth: Infinity, showHidden: true })],
  ['inspect of what was copied', () => inspect(Object.assign({}, secret), { showHidden: true })],
  ['its own keys', () => Reflect.ownKeys(secret).join()],
  ['an error', () => inspect(new Error('failed', { cause: holder }))],
])('%s does not hold the content of a secret', (_what, written) => {
  expect(written()).not.toContain(CONTENT);
});

test('a log does not hold the content of a secret', () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  log.warn({ ...holder, secret }, 'a sentence');
  expect(lines.join()).toContain('[segreto]');
  expect(lines.join()).not.toContain(CONTENT);
});

test('a message between servers, an entry of the log and an event with a secret do not compile', () => {
  const published: unknown[] = [];
  const publish: Bus['publish'] = (_name, payload) => published.push(payload);
  const logger: Logger = createTestLogger();
  const events = createEventChannel<{ userId: number; proof?: { password: Secret } }>({
    name: 'of-a-test',
    logger,
  });
  const attempt = { outcome: 'failed' as const, username: 'comune', address: '::1' };
  publish('log_in', attempt);
  // @ts-expect-error: a secret is no part of a message.
  publish('log_in', { ...attempt, password: secret });
  const wider = { ...attempt, hash: secret };
  // @ts-expect-error: nor does it pass in a wider object.
  publish('log_in', wider);
  logger.warn({ userId: 1, err: new Error('failed') }, 'a sentence');
  // @ts-expect-error: at any depth.
  logger.warn({ user: holder }, 'a sentence');
  // @ts-expect-error: nor in a list.
  logger.error({ passwords: [secret] }, 'a sentence');
  // @ts-expect-error: an event is for other modules, and for other servers.
  events.publish({ userId: 1, proof: { password: secret } });
  expect(published).toHaveLength(3);
});
