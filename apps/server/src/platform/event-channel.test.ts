import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from './event-channel.ts';

test('every listener gets every event, in the order of the subscriptions', () => {
  const heard: string[] = [];
  const channel = createEventChannel<string>({ name: 'test', logger: createTestLogger() });
  channel.subscribe((event) => heard.push(`first ${event}`));
  channel.subscribe((event) => heard.push(`second ${event}`));
  channel.publish('a');
  channel.publish('b');
  expect(heard).toEqual(['first a', 'second a', 'first b', 'second b']);
});

test('a listener that throws is logged and stops neither the other listeners nor the publisher', () => {
  const heard: string[] = [];
  const logger = createTestLogger();
  const channel = createEventChannel<string>({ name: 'test', logger });
  channel.subscribe(() => {
    throw new Error('broken');
  });
  channel.subscribe((event) => heard.push(event));
  channel.publish('a');
  expect(heard).toEqual(['a']);
  expect(logger.entries).toEqual(['a listener failed']);
});
