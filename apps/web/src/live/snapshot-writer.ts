import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type DeviceStatuses, deviceStatusesQuery } from '../api/device-snapshot.ts';

type Change = (statuses: DeviceStatuses) => DeviceStatuses;

/** Up to this number of devices each change is written at once. */
const AT_ONCE_UP_TO = 1_000;
/** Above it the pause between two writes, each of which has the page go through all devices, grows with them. */
const PAUSE_MS_PER_DEVICE = 0.01;
const MAX_PAUSE_MS = 250;

/**
 * Writes live changes to the device states, one cache write per change; of many devices those of a moment together. A
 * reading under way answers what the server knew when the reading began: the changes that came in the meantime are
 * applied again to its answer, so that no older state replaces a newer one.
 */
export function createSnapshotWriter(queryClient: QueryClient) {
  const { queryKey } = deviceStatusesQuery;
  const queryHash = hashKey(queryKey);
  let sinceReadingBegan: Change[] | undefined;
  let waiting: Change[] = [];
  let pause: ReturnType<typeof setTimeout> | undefined;

  function write(changes: readonly Change[]): void {
    queryClient.setQueryData(
      queryKey,
      (statuses) => statuses && changes.reduce((result, change) => change(result), statuses),
    );
  }

  function writeWaiting(): void {
    const changes = waiting;
    waiting = [];
    if (changes.length > 0) write(changes);
  }

  function beginPause(): void {
    const devices = queryClient.getQueryData(queryKey)?.places.size ?? 0;
    if (devices <= AT_ONCE_UP_TO) return;
    pause = setTimeout(
      () => {
        pause = undefined;
        if (waiting.length === 0) return;
        writeWaiting();
        beginPause();
      },
      Math.min(MAX_PAUSE_MS, devices * PAUSE_MS_PER_DEVICE),
    );
  }

  const stopListening = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== queryHash) return;
    const { action, query } = event;
    const missed = sinceReadingBegan ?? [];
    if (action.type === 'fetch') {
      // What waits is older than the answer.
      writeWaiting();
      sinceReadingBegan = [];
    }
    // It ended: answered, failed or cancelled.
    else if (query.state.fetchStatus === 'idle') sinceReadingBegan = undefined;
    if (action.type === 'success' && action.manual !== true && missed.length > 0) write(missed);
  });

  return {
    change(change: Change): void {
      sinceReadingBegan?.push(change);
      waiting.push(change);
      if (pause !== undefined) return;
      writeWaiting();
      beginPause();
    },
    /** Writes what waits, so that what is told next is not shown before it. */
    writeWaiting,
    stop(): void {
      clearTimeout(pause);
      writeWaiting();
      stopListening();
    },
  };
}
