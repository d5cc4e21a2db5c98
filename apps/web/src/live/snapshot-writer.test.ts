import { deviceRecord } from '@semaforo/testing/factories';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createDeviceStatuses,
  type DeviceStatuses,
  deviceStatusesQuery,
  findDevice,
  replaceRecords,
} from '../api/device-snapshot.ts';
import { createQueryClient } from '../api/query-client.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

afterEach(() => vi.useRealTimers());

const MANY = Array.from({ length: 2_000 }, (_, id) => deviceRecord({ id, topic: `/3/v/s${id}` }));
const [ONE = deviceRecord()] = MANY;
const showing = (status: typeof ONE.status) => (statuses: DeviceStatuses) =>
  replaceRecords(statuses, [{ ...ONE, status }]);

/** A writer over a cache that has those devices, and how often it wrote. */
function writerOver(records: readonly (typeof ONE)[]) {
  vi.useFakeTimers();
  const queryClient = createQueryClient();
  const writer = createSnapshotWriter(queryClient);
  queryClient.setQueryData(deviceStatusesQuery.queryKey, createDeviceStatuses(records));
  let writes = 0;
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') writes += 1;
  });
  const shown = () => {
    const statuses = queryClient.getQueryData(deviceStatusesQuery.queryKey);
    return statuses && findDevice(statuses, ONE.topic)?.status;
  };
  return { queryClient, writer, shown, writes: () => writes };
}

test('of few devices each change is written at once', () => {
  const { writer, shown, writes } = writerOver([ONE]);
  for (const status of ['rosso', 'giallo'] as const) {
    writer.change(showing(status));
    expect(shown()).toBe(status);
  }
  expect(writes()).toBe(2);
});

test('of many the first is written at once, those of the next moment together, in their order', () => {
  const { writer, shown, writes } = writerOver(MANY);
  writer.change(showing('rosso'));
  expect(shown()).toBe('rosso');
  writer.change(showing('giallo'));
  writer.change(showing('arancio'));
  expect(shown()).toBe('rosso');
  vi.advanceTimersByTime(250);
  expect(shown()).toBe('arancio');
  expect(writes()).toBe(2);
  vi.advanceTimersByTime(250);
  writer.change(showing('verde'));
  expect(shown()).toBe('verde');
});

test('what waits is written before what is told next, and when the writer stops', () => {
  const { writer, shown } = writerOver(MANY);
  writer.change(showing('rosso'));
  writer.change(showing('giallo'));
  writer.writeWaiting();
  expect(shown()).toBe('giallo');
  writer.change(showing('arancio'));
  writer.stop();
  expect(shown()).toBe('arancio');
});

test('a change that waited when a reading began does not replace the newer answer', async () => {
  const { queryClient, writer, shown } = writerOver(MANY);
  writer.change(showing('rosso'));
  writer.change(showing('giallo'));
  const answer = createDeviceStatuses(MANY.with(0, { ...ONE, status: 'arancio' }));
  await queryClient.fetchQuery({ ...deviceStatusesQuery, staleTime: 0, queryFn: () => answer });
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBe('arancio');
});

test('after a cancelled reading no change is kept for it', async () => {
  const queryClient = createQueryClient();
  const writer = createSnapshotWriter(queryClient);
  const page = new QueryObserver(queryClient, {
    ...deviceStatusesQuery,
    queryFn: ({ signal }) =>
      new Promise<DeviceStatuses>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      ),
  });
  const leave = page.subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1), 30_000);
  leave();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), 30_000);
  const change = vi.fn((statuses: DeviceStatuses) => statuses);
  writer.change(change);
  queryClient
    .getQueryCache()
    .find({ queryKey: deviceStatusesQuery.queryKey })
    ?.setData(createDeviceStatuses([deviceRecord()]));
  expect(change).not.toHaveBeenCalled();
});
