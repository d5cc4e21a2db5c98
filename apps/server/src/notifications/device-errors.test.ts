import { until } from '@semaforo/testing/until';
import { afterEach, describe, expect, test } from 'vitest';
import { readNews } from '../../test/read-news.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { systemClock, systemMonotonicClock } from '../platform/clock.ts';
import { createDeviceErrors, type FailingDevice } from './device-errors.ts';
import type { NotifiedError, NotifiedRepository } from './notified.repository.ts';

type Notice = ReturnType<typeof readNews>[number];

const ANNA = 1;
const BRUNO = 2;
const CHATS = [
  { chatId: 'admin', userId: 9, role: 'admin' as const },
  { chatId: 'anna', userId: ANNA, role: 'user' as const },
  { chatId: 'bruno', userId: BRUNO, role: 'user' as const },
];
const OFFLINE = 'Dispositivo non in linea';

/** What a process leaves behind when it ends: the devices and the database. */
function testbed(devices: readonly Partial<FailingDevice>[] = []) {
  const all = new Map<number, FailingDevice>();
  const set = (device: Partial<FailingDevice>) => {
    const id = device.id ?? 1;
    const fresh = {
      id,
      label: `d${id}`,
      ownerId: ANNA,
      inError: false,
      inMaintenance: false,
      reason: OFFLINE,
      reportedAt: null,
    };
    all.set(id, { ...(all.get(id) ?? fresh), ...device });
  };
  devices.forEach(set);
  return { devices: all, set, notified: [] as NotifiedError[], stored: [] as Notice[] };
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function errorNotices({
  of = testbed(),
  isLeader = () => true,
  failures = 0,
  errorWindowMs = 20,
}: {
  of?: ReturnType<typeof testbed>;
  isLeader?: () => boolean;
  failures?: number;
  errorWindowMs?: number;
} = {}) {
  /** All notices that were put, also those that the database did not store. */
  const offered: Notice[] = [];
  let failuresLeft = failures;
  const keep = (errors: Parameters<NotifiedRepository['announce']>[1]) => {
    for (const { deviceIds, standing, ...rest } of errors) {
      for (const deviceId of deviceIds) {
        const others = of.notified.filter(
          (row) => row.deviceId !== deviceId || row.audience !== rest.audience,
        );
        of.notified = standing === 'ok' ? others : [...others, { deviceId, standing, ...rest }];
      }
    }
  };
  let resumed = false;
  const notices = createDeviceErrors({
    findDevice: (id) => of.devices.get(id),
    failingIds: () => [...of.devices.values()].flatMap(({ id, inError }) => (inError ? [id] : [])),
    notified: {
      list: () => {
        resumed = true;
        return Promise.resolve(of.notified);
      },
      announce: (news, errors) => {
        const batch = readNews(news, CHATS);
        offered.push(...batch);
        // Those of the admin may come by themselves, before or after.
        if (batch.some(({ chatId }) => chatId === 'anna')) {
          failuresLeft -= 1;
          if (failuresLeft >= 0) return Promise.reject(new Error('no database'));
        }
        of.stored.push(...batch);
        keep(errors);
        return Promise.resolve();
      },
    },
    isLeader,
    clock: systemClock,
    monotonicClock: systemMonotonicClock,
    logger: createTestLogger(),
    errorWindowMs,
  });
  stops.push(notices.stop);
  notices.onElected();
  const become = (device: Partial<FailingDevice>) => {
    of.set(device);
    notices.note(device.id ?? 1);
  };
  return {
    notices,
    become,
    texts: (chatId = 'anna') =>
      of.stored.filter((notice) => notice.chatId === chatId).map(({ text }) => text),
    offered: () => offered.filter(({ chatId }) => chatId === 'anna'),
    chatsInOrder: () => of.stored.map(({ chatId }) => chatId),
    untilResumed: () => until('it is known what was notified', () => resumed),
  };
}

const failedText = (label: string) => `⚠️ 1 dispositivo in errore: ${label} (${OFFLINE})`;
const backText = (label: string) => `✅ 1 dispositivo non più in errore: ${label}`;
const notifiedError = (deviceId: number, audience: number, at = 0): NotifiedError => ({
  deviceId,
  audience,
  standing: 'error',
  at,
});

test('an error that the database did not store is notified later', async () => {
  const { become, texts } = errorNotices({ failures: 1 });
  become({ inError: true });
  await until('it is notified', () => texts().length > 0);
  expect(texts()).toEqual([failedText('d1')]);
});

test('each digest has its own key, which stays the same until it is stored', async () => {
  const { become, texts, offered } = errorNotices({ failures: 1 });
  become({ id: 1, inError: true });
  await until('the first was not stored', () => offered().length === 1);
  become({ id: 2, inError: true });
  await until('both are notified', () => texts().length === 2);
  const [first, again, second] = offered().map(({ key }) => key);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

test('a stop notifies the errors that were still held', async () => {
  const of = testbed([{ id: 2, inError: true }]);
  of.notified = [notifiedError(2, ANNA), notifiedError(2, 0)];
  const { notices, become, texts } = errorNotices({ of, errorWindowMs: 60_000 });
  become({ id: 1, inError: true });
  await notices.stop();
  expect(texts()).toEqual([failedText('d1')]);
});

test('of a device in maintenance neither an error nor its end is told; what is wrong at the end is', async () => {
  const { become, texts } = errorNotices();
  become({ id: 1, inError: true });
  await until('the error before is told', () => texts().length === 1);
  become({ id: 1, inMaintenance: true });
  become({ id: 1, inError: false });
  become({ id: 2, inMaintenance: true, inError: true });
  become({ id: 3, inError: true });
  await until('the one that is not in maintenance is told', () => texts().length === 2);
  become({ id: 2, inMaintenance: false });
  await until('what is still wrong is told', () => texts().length === 3);
  expect(texts()).toEqual([failedText('d1'), failedText('d3'), failedText('d2')]);
});

test('the errors of one owner do not delay those of another, and an admin gets all of them', async () => {
  const { become, texts, untilResumed, chatsInOrder } = errorNotices({ errorWindowMs: 1500 });
  await untilResumed();
  become({ id: 1, inError: true });
  await until('Anna is notified', () => texts('anna').length === 1);
  // Anna's next digest waits twice as long.
  become({ id: 3, ownerId: ANNA, inError: true });
  become({ id: 4, ownerId: BRUNO, inError: true });
  await until('Anna is notified again', () => texts('anna').length === 2);
  expect(texts('bruno')).toEqual([failedText('d4')]);
  expect(chatsInOrder().filter((chatId) => chatId !== 'admin')).toEqual(['anna', 'bruno', 'anna']);
  await until('the admin is notified of all', () => texts('admin').join().includes('d4'));
});

test('errors of a thousand owners at once are one message to an admin', async () => {
  const { become, texts } = errorNotices();
  for (let id = 1; id <= 1000; id += 1) become({ id, ownerId: id, inError: true });
  await until('the admin is notified', () => texts('admin').length > 0);
  expect(texts('admin')).toHaveLength(1);
  expect(texts('admin')[0]).toMatch(/^⚠️ 1\.000 dispositivi in errore/);
  expect(texts('anna')).toEqual([failedText('d1')]);
});

test('a new owner is notified of the errors of the device, and of their end', async () => {
  const { notices, become, texts, of } = withTestbed();
  become({ inError: true });
  await until('Anna is notified', () => texts('anna').length === 1);
  of.set({ ownerId: BRUNO });
  notices.ownersChanged();
  await until('Bruno is notified', () => texts('bruno').length === 1);
  become({ inError: false });
  await until('Bruno is notified of the recovery', () => texts('bruno').length === 2);
  expect(texts('anna')).toEqual([failedText('d1')]);
});

function withTestbed() {
  const of = testbed();
  return { of, ...errorNotices({ of }) };
}

describe('a new leader', () => {
  test('notifies an error that no server has notified, and its end', async () => {
    const of = testbed([{ id: 1, inError: true }]);
    const { become, texts } = errorNotices({ of });
    await until('it is notified', () => texts().length === 1);
    expect(texts()).toEqual([failedText('d1')]);
    become({ inError: false });
    await until('the recovery is notified', () => texts().length === 2);
    expect(of.notified).toEqual([]);
  });

  test('repeats no error, and notifies no recovery from an error that was never notified', async () => {
    const of = testbed([
      { id: 1, inError: true },
      { id: 2, inError: true },
    ]);
    of.notified = [notifiedError(1, ANNA), notifiedError(1, 0)];
    const { become, texts, untilResumed } = errorNotices({ of });
    await untilResumed();
    become({ id: 2, inError: false });
    become({ id: 3, inError: true });
    await until('a new error is notified', () => texts().length > 0);
    expect(texts()).toEqual([failedText('d3')]);
    become({ id: 1, inError: false });
    await until('the recovery from the notified error is notified', () => texts().length > 1);
    expect(texts()[1]).toBe(backText('d1'));
  });

  test('notifies the recovery of a device that has reported since, and no other', async () => {
    const of = testbed([
      { id: 1, reportedAt: 2000 },
      { id: 2, reportedAt: 1000 },
    ]);
    of.notified = [1, 2].flatMap((id) => [notifiedError(id, ANNA, 1500), notifiedError(id, 0, 1500)]);
    const { become, texts } = errorNotices({ of });
    await until('the recovery is notified', () => texts().length === 1);
    expect(texts()).toEqual([backText('d1')]);
    become({ id: 2, reportedAt: 3000 });
    await until('the other has reported', () => texts().length === 2);
    expect(texts()[1]).toBe(backText('d2'));
  });

  test.each([
    [true, failedText('d1')],
    [false, backText('d1')],
  ])('notifies the state of an unstable device: in error %s', async (inError, expected) => {
    const of = testbed([{ id: 1, inError }]);
    of.notified = [{ ...notifiedError(1, ANNA), standing: 'unstable' }];
    const { texts } = errorNotices({ of });
    await until('it is notified', () => texts().length === 1);
    expect(texts()).toEqual([expected]);
  });

  test('notifies nothing before it is elected', async () => {
    let leads = false;
    let requested = 0;
    const isLeader = () => {
      requested += 1;
      return leads;
    };
    const { notices, become, texts } = errorNotices({ isLeader });
    become({ id: 1, inError: true });
    await until('it has checked that it is not the leader', () => requested > 0);
    leads = true;
    notices.onElected();
    await until('the error is notified', () => texts().length > 0);
    expect(texts()).toEqual([failedText('d1')]);
  });
});
