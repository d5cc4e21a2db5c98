import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createDeviceStatuses, type DeviceStatuses, deviceStatusesQuery } from '../api/device-snapshot.ts';
import { createQueryClient } from '../api/query-client.ts';
import { deviceRecord } from '../test/device-record.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

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
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  leave();
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const change = vi.fn((statuses: DeviceStatuses) => statuses);
  writer.change(change);
  queryClient
    .getQueryCache()
    .find({ queryKey: deviceStatusesQuery.queryKey })
    ?.setData(createDeviceStatuses([deviceRecord()]));
  expect(change).not.toHaveBeenCalled();
});
