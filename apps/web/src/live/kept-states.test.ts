import { deviceRecord, user } from '@semaforo/testing/factories';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDeviceStatuses,
  type DeviceStatuses,
  findDevice,
  listDevices,
} from '../api/device-snapshot.ts';
import { createQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { clearAccessToken, storeAccessToken } from '../api/session.ts';
import { nextTask } from '../platform/next-task.ts';
import { forgetKeptStates, keepStates, showKeptStates } from './kept-states.ts';

const AT = Date.parse('2026-11-22T02:11:48.000Z');
const ME = user({ id: 4 });
const { topic } = deviceRecord();
let stores: Map<string, Map<string, string>>;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  stores = new Map();
  storeAccessToken('t1');
  vi.stubGlobal('caches', {
    open: (name: string) => {
      const store = stores.get(name) ?? new Map<string, string>();
      stores.set(name, store);
      return Promise.resolve({
        put: async (key: string, answer: Response) => store.set(key, await answer.text()),
      });
    },
    match: (key: string, { cacheName }: { cacheName: string }) => {
      const text = stores.get(cacheName)?.get(key);
      return Promise.resolve(text === undefined ? undefined : new Response(text));
    },
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  });
});
afterEach(() => vi.unstubAllGlobals());

function pageThatKnows() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses([deviceRecord()]));
  queryClient.setQueryData(queryKeys.me, ME);
  return queryClient;
}
const shownBy = (queryClient: ReturnType<typeof createQueryClient>) =>
  findDevice(
    queryClient.getQueryData<DeviceStatuses>(queryKeys.deviceStatuses) ?? createDeviceStatuses([]),
    topic,
  );

test('what was kept is shown with its hour, and no lamp of it is fresh', async () => {
  await keepStates(pageThatKnows(), AT);
  const opened = createQueryClient();
  expect(await showKeptStates(opened)).toBe(AT);
  const shown = shownBy(opened);
  expect(shown).toMatchObject({ status: 'verde', stale: true });
  expect(shown?.lamps.some(({ fresh }) => fresh)).toBe(false);
  expect(opened.getQueryData(queryKeys.me)).toEqual(ME);
  expect(opened.getQueryState(queryKeys.deviceStatuses)?.dataUpdatedAt).toBe(AT);
});

test('of many devices all are kept, in their order, and the page goes on meanwhile', async () => {
  const many = Array.from({ length: 1_000 }, (_, id) => deviceRecord({ id, topic: `/3/valdombra/s${id}` }));
  const queryClient = createQueryClient();
  queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses(many));
  let [kept, tasks] = [false, 0];
  const keeping = keepStates(queryClient, AT).then((devices) => {
    kept = true;
    return devices;
  });
  for (; !kept; tasks += 1) await nextTask();
  expect(await keeping).toBe(1_000);
  expect(tasks).toBeGreaterThan(2);
  const opened = createQueryClient();
  expect(await showKeptStates(opened)).toBe(AT);
  const shown = opened.getQueryData<DeviceStatuses>(queryKeys.deviceStatuses);
  expect(shown && listDevices(shown).map(({ id }) => id)).toEqual(many.map(({ id }) => id));
});

test('what is known already is never replaced by what was kept', async () => {
  await keepStates(pageThatKnows(), AT);
  const opened = createQueryClient();
  const newer = createDeviceStatuses([deviceRecord({ status: 'rosso' })]);
  opened.setQueryData(queryKeys.deviceStatuses, newer);
  await showKeptStates(opened);
  expect(opened.getQueryData(queryKeys.deviceStatuses)).toBe(newer);
});

test('after the session nothing is kept, and nothing is shown', async () => {
  const page = pageThatKnows();
  await keepStates(page, AT);
  clearAccessToken();
  expect(await showKeptStates(createQueryClient())).toBeUndefined();
  await forgetKeptStates();
  await keepStates(page, AT);
  // To look for what was kept makes no store either.
  expect(await showKeptStates(createQueryClient())).toBeUndefined();
  expect([...stores.keys()]).toEqual([]);
});

test('a damaged store is as none', async () => {
  await keepStates(pageThatKnows(), AT);
  stores.get('semaforo-states')?.set('/last-states', '{"at":');
  expect(await showKeptStates(createQueryClient())).toBeUndefined();
});
