import { afterEach, describe, expect, test } from 'vitest';
import { createTestLogger } from '../../../test/test-logger.ts';
import { until } from '../../../test/until.ts';
import { systemClock, systemStopwatch } from '../../platform/clock.ts';
import type { Notice, Notified, NotifiedError } from '../outbox/outbox.port.ts';
import type { FailingDevice } from './audience-digests.ts';
import { createErrorNotices } from './error-notices.ts';

const ANNA = 1;
const BRUNO = 2;
const CHATS = [
  { chatId: 'admin', userId: 9, role: 'admin' as const },
  { chatId: 'anna', userId: ANNA, role: 'user' as const },
  { chatId: 'bruno', userId: BRUNO, role: 'user' as const },
];
const OFFLINE = 'Dispositivo non in linea';

/** What outlives a process: the devices as they are, and the database. */
function world(devices: readonly Partial<FailingDevice>[] = []) {
  const all = new Map<number, FailingDevice>();
  const set = (device: Partial<FailingDevice>) => {
    const id = device.id ?? 1;
    const fresh = { id, label: `d${id}`, ownerId: ANNA, inError: false, reason: OFFLINE, reportedAt: null };
    all.set(id, { ...(all.get(id) ?? fresh), ...device });
  };
  devices.forEach(set);
  return { devices: all, set, told: [] as NotifiedError[], stored: [] as Notice[] };
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function errorNotices({
  of = world(),
  isLeader = () => true,
  failures = 0,
  errorWindowMs = 20,
}: {
  of?: ReturnType<typeof world>;
  isLeader?: () => boolean;
  failures?: number;
  errorWindowMs?: number;
} = {}) {
  /** Every notice that was to be stored, taken or not. */
  const offered: Notice[] = [];
  let failuresLeft = failures;
  const remember = ({ errors = [] }: Notified) => {
    for (const { deviceIds, standing, ...rest } of errors) {
      for (const deviceId of deviceIds) {
        const others = of.told.filter((row) => row.deviceId !== deviceId || row.audience !== rest.audience);
        of.told = standing === 'ok' ? others : [...others, { deviceId, standing, ...rest }];
      }
    }
  };
  let begun = false;
  const notices = createErrorNotices({
    findDevice: (id) => of.devices.get(id),
    failingIds: () => [...of.devices.values()].flatMap(({ id, inError }) => (inError ? [id] : [])),
    notifiedErrors: {
      listDeviceErrors: () => {
        begun = true;
        return Promise.resolve(of.told);
      },
    },
    linkedChats: { all: () => Promise.resolve(CHATS) },
    outbox: {
      put: (batch, told = {}) => {
        offered.push(...batch);
        failuresLeft -= 1;
        if (failuresLeft >= 0) return Promise.reject(new Error('the database is away'));
        of.stored.push(...batch);
        remember(told);
        return Promise.resolve();
      },
    },
    isLeader,
    clock: systemClock,
    stopwatch: systemStopwatch,
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
    untilBegun: () => until('it is known what was told', () => begun),
  };
}

const failedText = (label: string) => `⚠️ 1 dispositivo in errore: ${label} (${OFFLINE})`;
const backText = (label: string) => `✅ 1 dispositivo non più in errore: ${label}`;
const toldError = (deviceId: number, audience: number, at = 0): NotifiedError => ({
  deviceId,
  audience,
  standing: 'error',
  at,
});

test('what the database did not take is told once it does', async () => {
  const { become, texts } = errorNotices({ failures: 1 });
  become({ inError: true });
  await until('it is told', () => texts().length > 0);
  expect(texts()).toEqual([failedText('d1')]);
});

test('each digest has a key of its own, which it keeps until it is stored', async () => {
  const { become, texts, offered } = errorNotices({ failures: 1 });
  become({ id: 1, inError: true });
  await until('the first was not taken', () => offered().length === 1);
  become({ id: 2, inError: true });
  await until('both are told', () => texts().length === 2);
  const [first, again, second] = offered().map(({ key }) => key);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

test('an orderly stop tells what was still held', async () => {
  const of = world([{ id: 2, inError: true }]);
  of.told = [toldError(2, ANNA), toldError(2, 0)];
  const { notices, become, texts } = errorNotices({ of, errorWindowMs: 60_000 });
  become({ id: 1, inError: true });
  await notices.stop();
  expect(texts()).toEqual([failedText('d1')]);
});

test('the errors of one owner hold up no other’s first, and who sees all is told of all', async () => {
  const { become, texts, untilBegun } = errorNotices({ errorWindowMs: 1500 });
  await untilBegun();
  become({ id: 1, inError: true });
  await until('Anna is told', () => texts('anna').length === 1);
  // Anna's next waits twice as long.
  become({ id: 3, ownerId: ANNA, inError: true });
  become({ id: 4, ownerId: BRUNO, inError: true });
  await until('Bruno is told', () => texts('bruno').length === 1);
  expect(texts('bruno')).toEqual([failedText('d4')]);
  expect(texts('anna')).toEqual([failedText('d1')]);
  await until('the admin is told of all', () => texts('admin').join().includes('d4'));
});

test('a storm over many owners is a handful of messages for who sees all', async () => {
  const { become, texts } = errorNotices();
  for (let id = 1; id <= 1000; id += 1) become({ id, ownerId: id, inError: true });
  await until('the admin is told', () => texts('admin').length > 0);
  expect(texts('admin')).toHaveLength(1);
  expect(texts('admin')[0]).toMatch(/^⚠️ 1\.000 dispositivi in errore/);
  expect(texts('anna')).toEqual([failedText('d1')]);
});

test('a new owner is told of the errors of what is theirs now', async () => {
  const { notices, become, texts, of } = withWorld();
  become({ inError: true });
  await until('Anna is told', () => texts('anna').length === 1);
  of.set({ ownerId: BRUNO });
  notices.ownersChanged();
  await until('Bruno is told', () => texts('bruno').length === 1);
  become({ inError: false });
  await until('Bruno is told of the return', () => texts('bruno').length === 2);
  expect(texts('anna')).toEqual([failedText('d1')]);
});

function withWorld() {
  const of = world();
  return { of, ...errorNotices({ of }) };
}

describe('a server that takes the duty, after a crash or from another', () => {
  test('tells an error that nobody was told of, and its return', async () => {
    const of = world([{ id: 1, inError: true }]);
    const { become, texts } = errorNotices({ of });
    await until('it is told', () => texts().length === 1);
    expect(texts()).toEqual([failedText('d1')]);
    become({ inError: false });
    await until('the return is told', () => texts().length === 2);
    expect(of.told).toEqual([]);
  });

  test('tells nothing again, and no return of what was never told', async () => {
    const of = world([
      { id: 1, inError: true },
      { id: 2, inError: true },
    ]);
    of.told = [toldError(1, ANNA), toldError(1, 0)];
    const { become, texts, untilBegun } = errorNotices({ of });
    await untilBegun();
    become({ id: 2, inError: false });
    become({ id: 3, inError: true });
    await until('a new one is told', () => texts().length > 0);
    expect(texts()).toEqual([failedText('d3')]);
    become({ id: 1, inError: false });
    await until('the return of what was told is told', () => texts().length > 1);
    expect(texts()[1]).toBe(backText('d1'));
  });

  test('tells the return of what has reported since, and of nothing else', async () => {
    const of = world([
      { id: 1, reportedAt: 2000 },
      { id: 2, reportedAt: 1000 },
    ]);
    of.told = [1, 2].flatMap((id) => [toldError(id, ANNA, 1500), toldError(id, 0, 1500)]);
    const { become, texts } = errorNotices({ of });
    await until('the return is told', () => texts().length === 1);
    expect(texts()).toEqual([backText('d1')]);
    become({ id: 2, reportedAt: 3000 });
    await until('the other has reported', () => texts().length === 2);
    expect(texts()[1]).toBe(backText('d2'));
  });

  test.each([
    [true, failedText('d1')],
    [false, backText('d1')],
  ])('tells what an unstable device is: in error %s', async (inError, expected) => {
    const of = world([{ id: 1, inError }]);
    of.told = [{ ...toldError(1, ANNA), standing: 'unstable' }];
    const { texts } = errorNotices({ of });
    await until('it is told', () => texts().length === 1);
    expect(texts()).toEqual([expected]);
  });

  test('keeps silent until then', async () => {
    let leads = false;
    let asked = 0;
    const isLeader = () => {
      asked += 1;
      return leads;
    };
    const { notices, become, texts } = errorNotices({ isLeader });
    become({ id: 1, inError: true });
    await until('it is not in charge', () => asked > 0);
    leads = true;
    notices.onElected();
    await until('the error is told', () => texts().length > 0);
    expect(texts()).toEqual([failedText('d1')]);
  });
});
