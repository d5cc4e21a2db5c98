import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createDeviceStatuses, type DeviceStatuses } from '../api/device-snapshot.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readAccessToken } from '../api/session.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { logFailure } from '../platform/log.ts';
import { nextTask } from '../platform/next-task.ts';
import { parseStored } from '../platform/parse-stored.ts';
import { outOfReach } from './apply-messages.ts';

const CACHE = 'semaforo-states';
const ADDRESS = `${BASE_PATH}/last-states`;
/** How the keys begin of what a page needs, besides the states of the devices, to be readable without the server. */
const ANSWERS: readonly QueryKey[] = [
  queryKeys.me,
  queryKeys.lastCommand,
  queryKeys.schedules,
  queryKeys.groups,
  queryKeys.mySettings,
];

/** The last states that this browser was told, and when it was last told anything (epoch ms, the server's clock). */
type Kept = { at: number; devices: DeviceStatusRecord[]; answers: { key: QueryKey; data: unknown }[] };

/**
 * Keeps what the page shows, for when it is opened while the server is down. Resolves to the number of devices kept.
 * Written a block at a time, so that the page can react meanwhile: 80,000 devices take half a second.
 */
export async function keepStates(queryClient: QueryClient, at: number): Promise<number> {
  const statuses = queryClient.getQueryData<DeviceStatuses>(queryKeys.deviceStatuses);
  if (!hasStore() || statuses === undefined) return 0;
  const answers = ANSWERS.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }))
    .filter(([, data]) => data !== undefined)
    .map(([key, data]) => ({ key, data }));
  const parts = write({ at, answers, blocks: statuses.blocks });
  try {
    const store = await caches.open(CACHE);
    if (readAccessToken() !== null) await store.put(ADDRESS, new Response(streamOf(parts)));
    if (readAccessToken() === null) await forgetKeptStates();
  } catch (error) {
    logFailure('Ultimi stati non conservati', error);
  }
  return statuses.places.size;
}

/** The JSON of a `Kept`, a block at a time. */
function* write(known: Omit<Kept, 'devices'> & Pick<DeviceStatuses, 'blocks'>): Generator<string, undefined> {
  yield `{"at":${known.at},"answers":${JSON.stringify(known.answers)},"devices":[`;
  // Without the brackets of the block.
  for (const [index, block] of known.blocks.entries())
    yield (index > 0 ? ',' : '') + JSON.stringify(block).slice(1, -1);
  yield ']}';
}

function streamOf(parts: Iterator<string, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(stream) {
      await nextTask();
      const { done, value } = parts.next();
      if (done === true) stream.close();
      else stream.enqueue(encoder.encode(value));
    },
  });
}

/**
 * Shows what was kept wherever nothing is known, as the last known states that they are: no lamp of them is fresh.
 * Resolves to when they were, undefined when none were kept.
 */
export async function showKeptStates(queryClient: QueryClient): Promise<number | undefined> {
  const kept = await readKept();
  if (kept === undefined || readAccessToken() === null) return undefined;
  const { at, devices, answers } = kept;
  const known = [
    ...answers,
    { key: queryKeys.deviceStatuses, data: outOfReach(createDeviceStatuses(devices)) },
  ];
  for (const { key, data } of known) {
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt: at });
  }
  return at;
}

/** Forgets them: when the session ends, no one who uses this browser later finds them. */
export async function forgetKeptStates(): Promise<void> {
  if (hasStore()) await caches.delete(CACHE);
}

async function readKept(): Promise<Kept | undefined> {
  if (!hasStore()) return undefined;
  try {
    const answer = await caches.match(ADDRESS, { cacheName: CACHE });
    const kept = parseStored((await answer?.text()) ?? null);
    return isKept(kept) ? kept : undefined;
  } catch (error) {
    logFailure('Ultimi stati non riletti', error);
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' && value !== null && 'at' in value && 'devices' in value && 'answers' in value
  );
}

/** Browsers have this store only on a safe address: https, or this very computer. */
function hasStore(): boolean {
  return 'caches' in globalThis;
}
