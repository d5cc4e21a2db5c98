import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type DeviceStatuses, deviceStatusesQuery } from '../api/device-snapshot.ts';

type Change = (statuses: DeviceStatuses) => DeviceStatuses;

/**
 * Writes live changes to the device states, one cache write per change. A reading under way answers what the server
 * knew when the reading began: the changes that came in the meantime are applied again to its answer, so that no older
 * state replaces a newer one.
 */
export function createSnapshotWriter(queryClient: QueryClient) {
  const { queryKey } = deviceStatusesQuery;
  const queryHash = hashKey(queryKey);
  let sinceReadingBegan: Change[] | undefined;

  function write(change: Change): void {
    queryClient.setQueryData(queryKey, (statuses) => statuses && change(statuses));
  }

  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== queryHash) return;
    const { action, query } = event;
    const missed = sinceReadingBegan ?? [];
    if (action.type === 'fetch') sinceReadingBegan = [];
    // It ended: answered, failed or cancelled.
    else if (query.state.fetchStatus === 'idle') sinceReadingBegan = undefined;
    if (action.type === 'success' && action.manual !== true && missed.length > 0) {
      write((statuses) => missed.reduce((result, change) => change(result), statuses));
    }
  });

  return {
    stop,
    change(change: Change): void {
      sinceReadingBegan?.push(change);
      write(change);
    },
  };
}
