import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import {
  changedDevices,
  createDeviceStatuses,
  deviceStatusesQuery,
  findDevice,
  forgetReadStatuses,
  listDevices,
  readStatusesAhead,
  replaceRecords,
} from './device-snapshot.ts';
import { noteLiveConnecting } from './first-live-connection.ts';
import { createQueryClient } from './query-client.ts';

const RECORDS = Array.from({ length: 1_000 }, (_, id) => deviceRecord({ id, topic: `/3/valdombra/s${id}` }));
const STATUSES = createDeviceStatuses(RECORDS);
const lit = (id: number) => deviceRecord({ id, topic: `/3/valdombra/s${id}`, status: 'rosso' });

test('devices are found by their key and listed in the server’s order', () => {
  expect(findDevice(STATUSES, '/3/valdombra/s700')).toBe(RECORDS[700]);
  expect(findDevice(STATUSES, '/3/altrove/s1')).toBeUndefined();
  expect(listDevices(STATUSES)).toEqual(RECORDS);
});

test('a change makes another snapshot, and the former one stays as it was', () => {
  const changed = replaceRecords(STATUSES, [lit(5), lit(999)]);
  expect(findDevice(changed, '/3/valdombra/s999')?.status).toBe('rosso');
  expect(findDevice(STATUSES, '/3/valdombra/s999')?.status).toBe('verde');
  expect(changed.blocks.filter((block) => STATUSES.blocks.includes(block))).toHaveLength(2);
});

test('a device that is not in the list changes nothing', () => {
  expect(replaceRecords(STATUSES, [deviceRecord({ topic: '/3/altrove/s1' })])).toBe(STATUSES);
});

test('the changed devices are found, but not across two readings', () => {
  const record = lit(5);
  expect(changedDevices(STATUSES, replaceRecords(STATUSES, [record]))).toEqual([record]);
  expect(changedDevices(STATUSES, createDeviceStatuses(RECORDS))).toBeUndefined();
});

test('a list that the server still has is not sent again, and is shown as it was read', async () => {
  const queryClient = createQueryClient();
  const server = fakeServer({ listDeviceStatuses: [200, [lit(5)]] }, { listDeviceStatuses: 'W/"1"' });
  const read = () => queryClient.fetchQuery({ ...deviceStatusesQuery, staleTime: 0 });
  const first = await read();
  queryClient.setQueryData(deviceStatusesQuery.queryKey, createDeviceStatuses(RECORDS));
  expect(await read()).toBe(first);
  forgetReadStatuses();
  expect(await read()).not.toBe(first);
  const known = server.callsOf('listDeviceStatuses').map(({ headers }) => headers.get('if-none-match'));
  expect(known).toEqual([null, 'W/"1"', null]);
});

test.each([
  ['before the socket connects is left to the reading that follows it', false],
  ['only after the socket connected is to be read again', true],
])('what is read ahead and comes %s', async (_, overtaken) => {
  const queryClient = createQueryClient();
  fakeServer({ listDeviceStatuses: [200, [lit(5)]] });
  const connected = noteLiveConnecting();
  const ahead = readStatusesAhead(queryClient);
  if (overtaken) connected();
  await ahead;
  const { data, isInvalidated } = queryClient.getQueryState(deviceStatusesQuery.queryKey) ?? {};
  expect(data && listDevices(data)).toEqual([lit(5)]);
  expect(isInvalidated).toBe(overtaken);
  connected();
});
