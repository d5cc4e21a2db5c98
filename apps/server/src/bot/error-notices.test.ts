import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { until } from '../../test/until.ts';
import { systemStopwatch } from '../platform/clock.ts';
import { createErrorNotices } from './error-notices.ts';
import type { Notice } from './outbox.port.ts';

function errorNotices({
  isLeader = () => true,
  failures = 0,
  errorWindowMs = 20,
}: {
  isLeader?: () => boolean;
  failures?: number;
  errorWindowMs?: number;
} = {}) {
  const stored: Notice[] = [];
  /** Every notice that was to be stored, taken or not. */
  const offered: Notice[] = [];
  let failuresLeft = failures;
  const notices = createErrorNotices({
    findDevice: (id) => ({ id, label: `d${id}`, ownerId: 1, reason: 'Dispositivo non in linea' }),
    linkedChats: {
      all: () => Promise.resolve([{ chatId: '7', userId: 1, role: 'user' as const }]),
    },
    outbox: {
      put: (batch) => {
        offered.push(...batch);
        failuresLeft -= 1;
        if (failuresLeft >= 0) return Promise.reject(new Error('the database is away'));
        stored.push(...batch);
        return Promise.resolve();
      },
    },
    isLeader,
    stopwatch: systemStopwatch,
    logger: createTestLogger(),
    errorWindowMs,
  });
  return { notices, texts: () => stored.map(({ text }) => text), offered };
}

test('what the database did not take is told once it does', async () => {
  const { notices, texts } = errorNotices({ failures: 1 });
  notices.note(1, true);
  await until('it is told', () => texts().length > 0);
  expect(texts()).toEqual(['⚠️ 1 dispositivo in errore: d1 (Dispositivo non in linea)']);
  await notices.stop();
});

test('each digest has a key of its own, which it keeps until it is stored', async () => {
  const { notices, texts, offered } = errorNotices({ failures: 1 });
  notices.note(1, true);
  await until('the first was not taken', () => offered.length === 1);
  notices.note(2, true);
  await until('both are told', () => texts().length === 2);
  const [first, again, second] = offered.map(({ key }) => key);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
  await notices.stop();
});

test('an orderly stop tells what was still held', async () => {
  const { notices, texts } = errorNotices({ errorWindowMs: 60_000 });
  notices.load([2]);
  notices.note(1, true);
  notices.note(2, true);
  await notices.stop();
  expect(texts()).toEqual(['⚠️ 1 dispositivo in errore: d1 (Dispositivo non in linea)']);
});

test('a server without the duty tells nothing, then or later', async () => {
  let leads = false;
  let asked = 0;
  const { notices, texts } = errorNotices({
    isLeader: () => {
      asked += 1;
      return leads;
    },
  });
  notices.note(1, true);
  await until('the error is dropped', () => asked > 0);
  leads = true;
  notices.note(2, true);
  await until('the next is told', () => texts().length > 0);
  expect(texts()).toEqual(['⚠️ 1 dispositivo in errore: d2 (Dispositivo non in linea)']);
  await notices.stop();
});
