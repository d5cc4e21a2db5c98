import { expect, test } from 'vitest';
import { createUnregisteredDevices } from './unregistered-devices.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function stage() {
  let now = 1_795_183_200_000;
  const heard = createUnregisteredDevices({ clock: { now: () => now } });
  return {
    heard,
    pass: (ms: number) => {
      now += ms;
    },
    report: (key: string, channel: string, payload: string, retained = false) =>
      heard.message(key, { channel, payload, retained }),
    refuse: (clientId: string, { key = null as string | null, address = '192.0.2.7' } = {}) =>
      heard.refused({ username: 'scheda', clientId, address, key, reason: 'unknown' }),
  };
}

test('an unknown key is remembered with its last words, how often it spoke, and the last heard is first', () => {
  const { heard, report: say, pass } = stage();
  say('/3/val/s1', 'out1', '1');
  say('/3/val/s2', 'out1', '1');
  pass(1000);
  say('/3/val/s1', 'temp', '9.4');
  say('/3/val/s1', 'out1', '0');
  expect(heard.list()).toMatchObject([
    { name: '/3/val/s1', count: 3 },
    { name: '/3/val/s2', count: 1 },
  ]);
  expect([...(heard.list()[0]?.words ?? [])]).toEqual([
    ['temp', '9.4'],
    ['out1', '0'],
  ]);
});

test('what the broker kept, and what is no key, is not heard', () => {
  const { heard, report: say } = stage();
  say('/3/val/s1', 'out1', '1', true);
  say('/3/v+l/s1', 'out1', '1');
  expect(heard.list()).toEqual([]);
});

test('a refused client is one with the topic that it named, else goes by what it called itself', () => {
  const { heard, report: say, refuse } = stage();
  say('/3/val/s1', 'out1', '1');
  refuse('esp-1', { key: '/3/val/s1' });
  refuse('esp-2');
  refuse('esp-2');
  expect(heard.list()).toMatchObject([
    { name: 'scheda esp-2', key: null, count: 2 },
    { name: '/3/val/s1', count: 2, logIn: { clientId: 'esp-1' } },
  ]);
});

test('long and unprintable words are cut', () => {
  const { heard, report: say } = stage();
  say('/3/val/s1', 'out1', `a\u0000\u001b${'x'.repeat(4000)}`);
  const report = heard.list()[0]?.words.get('out1');
  expect(report).toMatch(/^a··x+$/);
  expect(report?.length).toBeLessThan(50);
});

test('the list has an end, one address cannot fill it, and topics and refused clients do not drive out each other', () => {
  const { heard, report: say, refuse } = stage();
  refuse('vicino', { address: '192.0.2.8' });
  say('/3/val/primo', 'out1', '1');
  for (let index = 0; index < 500; index += 1) refuse(`estraneo-${index}`);
  expect(heard.list()).toHaveLength(52);
  expect(heard.list().map(({ name }) => name)).toContain('scheda vicino');
  for (let index = 0; index < 500; index += 1) say(`/3/val/s${index}`, 'out1', '1');
  expect(heard.list()).toHaveLength(251);
  expect(heard.list().map(({ name }) => name)).not.toContain('/3/val/primo');
});

test('who was not heard for a day is forgotten', () => {
  const { heard, report: say, refuse, pass } = stage();
  say('/3/val/s1', 'out1', '1');
  refuse('esp-1');
  pass(DAY_MS - 1);
  say('/3/val/s2', 'out1', '1');
  pass(1);
  expect(heard.list().map(({ name }) => name)).toEqual(['/3/val/s2']);
});
