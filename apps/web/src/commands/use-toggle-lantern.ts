import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LanternState, lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callRoute } from '../api/call.ts';
import { deviceStatusesQuery, findDevice, replaceRecords } from '../api/device-snapshot.ts';
import { serverSentence } from '../api/failures.ts';
import { logFailure } from '../platform/log.ts';
import { serverNow } from '../platform/server-clock.ts';

const NO_ANSWER = 'Il server non ha risposto: il comando potrebbe non essere partito';

/**
 * Toggles a lantern: unless it was heard of since, the shown state becomes the one that the answer says it confirmed. `failure`: why the
 * last toggle did not succeed, until the lantern shows after all what was asked for.
 */
export function useToggleLantern(
  device: Pick<DeviceStatusRecord, 'id' | 'topic' | 'status' | 'error' | 'updated_at'>,
) {
  const queryClient = useQueryClient();
  const toggling = useMutation({
    mutationFn: (_asked: LanternState) => callRoute('toggleLantern', { params: { id: device.id } }),
    onMutate: () => ({ heardAt: device.updated_at }),
    onSuccess: ({ state, error }, _sent, { heardAt }) => {
      if (state !== null && error === null) showConfirmed(state, heardAt);
    },
    onError: (error) => logFailure('Lanterna non comandata', error),
  });
  const failure = toggling.data?.error ?? (toggling.error ? serverSentence(toggling.error, NO_ANSWER) : null);
  const obeyed = !device.error && lanternStateOf(device.status) === toggling.variables;
  const { reset } = toggling;

  useEffect(() => {
    if (failure !== null && obeyed) reset();
  }, [failure, obeyed, reset]);

  function showConfirmed(status: LanternState, heardAt: string | null) {
    queryClient.setQueryData(deviceStatusesQuery.queryKey, (statuses) => {
      const record = statuses && findDevice(statuses, device.topic);
      if (statuses === undefined || record === undefined) return statuses;
      // The device's own reports, come by the socket, say the same and more exactly when; or already something newer.
      if (record.status === status || record.updated_at !== heardAt) return statuses;
      const updated_at = new Date(serverNow()).toISOString();
      const confirmed = { status, updated_at, error: false, error_reason: null, stale: false, pending: null };
      return replaceRecords(statuses, [{ ...record, ...confirmed }]);
    });
  }

  return {
    pending: toggling.isPending,
    failure,
    toggle: (asked: LanternState) => toggling.mutate(asked),
    dismissFailure: reset,
  };
}
