import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from './event-channel.ts';

test('every listener gets every event, in the order of the subscriptions', () => {
  const received: string[] = [];
  const channel = createEventChannel<string>({ name: 'test', logger: createTestLogger() });
  channel.subscribe((event) => received.push(`first ${event}`));
  channel.subscribe((event) => received.push(`second ${event}`));
  channel.publish('a');
  channel.publish('b');
  expect(received).toEqual(['first a', 'second a', 'first b', 'second b']);
});

test('a listener that throws is logged and stops neither the other listeners nor the publisher', () => {
  const received: string[] = [];
  const logger = createTestLogger();
  const channel = createEventChannel<string>({ name: 'test', logger });
  channel.subscribe(() => {
    throw new Error('broken');
  });
  channel.subscribe((event) => received.push(event));
  channel.publish('a');
  expect(received).toEqual(['a']);
  expect(logger.entries).toEqual(['a listener failed']);
});
