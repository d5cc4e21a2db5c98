import type { CommandProgress } from '@semaforo/contract/live/events';
import { deviceRecord } from '@semaforo/testing/factories';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createDeviceStatuses,
  type DeviceStatuses,
  deviceStatusesQuery,
  findDevice,
} from '../api/device-snapshot.ts';
import type { FollowedCommands } from '../api/followed-commands.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { noteServerTime, serverNow } from '../platform/server-clock.ts';
import { createLiveToCache } from './live-to-cache.ts';

const KEY = '/3/valdombra/s1';
const OTHER = deviceRecord({ id: 2, topic: '/4/valdombra/s2' });

function liveCache(changes: Parameters<typeof deviceRecord>[0] = {}) {
  const queryClient = createQueryClient();
  const { handlers, refreshAfter, lost } = createLiveToCache(queryClient);
  const record = deviceRecord(changes);
  queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses([record, OTHER]));
  const statuses = () => queryClient.getQueryData<DeviceStatuses>(queryKeys.deviceStatuses);
  const find = (key: string) => {
    const all = statuses();
    return all && findDevice(all, key);
  };
  return { queryClient, handlers, refreshAfter, lost, statuses, find, shown: () => find(KEY) };
}

function commandProgress(changes: Partial<CommandProgress> = {}): CommandProgress {
  return {
    commandId: 7,
    origin: 'operatore',
    sourceId: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: 'rosso',
    whom: 'tutti',
    group: null,
    createdAt: '2026-11-20T03:00:00.000Z',
    total: 1,
    deliveries: [],
    ...changes,
  };
}

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(new Date().toISOString());
});

test('a device that reports a lit lamp is shown with it, without error, at the server’s time', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T03:00:00Z') });
  noteServerTime('2026-11-20T03:05:00.000Z');
  const { handlers, shown } = liveCache({
    error: true,
    error_reason: 'Dispositivo non in linea',
    stale: true,
  });
  handlers.mqtt_messages([
    { topic: `${KEY}/out4`, message: '1' },
    { topic: `${KEY}/out1`, message: '0' },
  ]);
  expect(shown()).toMatchObject({
    status: 'rosso',
    error: false,
    error_reason: null,
    stale: false,
    updated_at: '2026-11-20T03:05:00.000Z',
  });
});

test('a batch is one cache write, and other devices keep their record', () => {
  const { queryClient, handlers, shown, find } = liveCache();
  let writes = 0;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated') writes += 1;
  });
  handlers.mqtt_messages([
    { topic: `${KEY}/out3`, message: '1' },
    { topic: `${KEY}/out1`, message: '0' },
  ]);
  expect(shown()?.status).toBe('arancio');
  expect(writes).toBe(1);
  expect(find(OTHER.topic)).toBe(OTHER);
});

test('metrics, unmapped channels and unknown devices change nothing', () => {
  const { handlers, statuses } = liveCache();
  const before = statuses();
  handlers.mqtt_messages([
    { topic: `${KEY}/temp`, message: '21.5' },
    { topic: `${KEY}/out9`, message: '1' },
    { topic: '/3/altrove/s1/out1', message: '1' },
  ]);
  expect(statuses()).toBe(before);
});

test('device_status replaces the record of its device', () => {
  const { handlers, shown } = liveCache();
  const failed = deviceRecord({ error: true, error_reason: 'Comando non confermato entro 5 s' });
  handlers.device_status([failed]);
  expect(shown()).toBe(failed);
});

test('a report that arrives during a reading is not lost to the older answer', async () => {
  const { queryClient, handlers, shown } = liveCache();
  let answer: (statuses: DeviceStatuses) => void = () => undefined;
  const reading = queryClient.fetchQuery({
    ...deviceStatusesQuery,
    staleTime: 0,
    queryFn: () => new Promise<DeviceStatuses>((resolve) => (answer = resolve)),
  });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1), 30_000);
  handlers.mqtt_messages([{ topic: `${KEY}/out4`, message: '1' }]);
  answer(createDeviceStatuses([deviceRecord()]));
  await reading;
  expect(shown()?.status).toBe('rosso');
});

test('broker_status replaces the known state of the broker', () => {
  const { queryClient, handlers } = liveCache();
  const status = {
    connected: false,
    since: '2026-11-20T03:00:00.000Z',
    reason: null,
    sharedLogin: false,
    now: '2026-11-20T03:00:01.000Z',
  };
  handlers.broker_status(status);
  expect(queryClient.getQueryData(queryKeys.brokerStatus)).toEqual(status);
});

test('when the broker is lost every state is stale until its device reports, even when the broker is back', () => {
  const { queryClient, handlers, shown } = liveCache({ status: 'verde', stale: false });
  const status = {
    since: '2026-11-20T03:00:00.000Z',
    reason: null,
    sharedLogin: false,
    now: '2026-11-20T03:00:01.000Z',
  };
  handlers.broker_status({ ...status, connected: false });
  expect(shown()).toMatchObject({ status: 'verde', stale: true });
  handlers.broker_status({ ...status, connected: true });
  expect(shown()?.stale).toBe(true);
  expect(queryClient.getQueryState(queryKeys.deviceStatuses)?.isInvalidated).toBe(true);
  handlers.mqtt_messages([{ topic: `${KEY}/out1`, message: '1' }]);
  expect(shown()?.stale).toBe(false);
});

test('command_progress keeps the last state of each delivery of a command', () => {
  const { queryClient, handlers } = liveCache();
  const command = commandProgress({ total: 2 });
  const delivery = { id: 70, deviceId: 1, device: 'Diga Vecchia', value: 'rosso', reason: null } as const;
  handlers.command_progress([{ ...command, deliveries: [{ ...delivery, state: 'inviato' }] }]);
  handlers.command_progress([{ ...command, deliveries: [{ ...delivery, state: 'confermato' }] }]);
  const followed = queryClient.getQueryData<FollowedCommands>(queryKeys.followedCommands)?.get(7);
  expect([...(followed?.deliveries.values() ?? [])]).toEqual([{ ...delivery, state: 'confermato' }]);
});

test('the clock of the server sets that of the page', () => {
  const { handlers } = liveCache();
  handlers.clock({ now: '2026-11-20T03:00:00.000Z' });
  expect(new Date(serverNow()).toISOString()).toMatch(/^2026-11-20T03:00:00/);
});

test('a restore that is new has the last command read again: the event does not say whom it leaves out', () => {
  const { queryClient, handlers } = liveCache();
  queryClient.setQueryData(queryKeys.lastCommand, null);
  const isRead = () => queryClient.getQueryState(queryKeys.lastCommand)?.isInvalidated;
  handlers.command_progress([commandProgress()]);
  expect(isRead()).toBe(false);
  handlers.command_progress([
    commandProgress({ commandId: 8, origin: 'ripristino', sourceId: 7, value: null }),
  ]);
  expect(isRead()).toBe(true);
});

test('devices_changed and schedules_changed mark their lists to be read again', () => {
  const { queryClient, refreshAfter } = liveCache();
  queryClient.setQueryData(queryKeys.schedules, []);
  refreshAfter('devices_changed');
  refreshAfter('schedules_changed');
  expect(queryClient.getQueryState(queryKeys.deviceStatuses)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(queryKeys.schedules)?.isInvalidated).toBe(true);
});

test('when the socket is lost the states of broker and bot are read at once', () => {
  const { queryClient, lost } = liveCache();
  const known = [queryKeys.brokerStatus, queryKeys.botStatus];
  for (const queryKey of known) queryClient.setQueryData(queryKey, { connected: true });
  lost();
  expect(known.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]);
});
