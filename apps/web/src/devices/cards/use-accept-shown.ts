import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { deviceStatusesQuery, findDevice, replaceRecords } from '../../api/device-snapshot.ts';
import { serverSentence } from '../../api/failures.ts';
import { logFailure } from '../../platform/log.ts';

const NO_ANSWER = 'Il server non ha risposto: ciò che mostra potrebbe non essere stato accettato';

/**
 * Accepts what a device shows in place of what was asked of it. The answer ends only that question in the page: what
 * the device has said since, or a newer command, stays. `accepted` is called before the page changes.
 */
export function useAcceptShown(
  { id, topic, asked }: Pick<DeviceStatusRecord, 'id' | 'topic' | 'asked'>,
  accepted: () => void,
) {
  const queryClient = useQueryClient();
  const accepting = useMutation({
    mutationFn: (_asked: DeviceStatusRecord['asked']) => callRoute('acceptShown', { params: { id } }),
    onSuccess: (_answer, acceptedFor) => {
      accepted();
      queryClient.setQueryData(deviceStatusesQuery.queryKey, (statuses) => {
        const device = statuses && findDevice(statuses, topic);
        if (statuses === undefined || device?.asked?.at !== acceptedFor?.at) return statuses;
        return device && replaceRecords(statuses, [{ ...device, asked: null, differs: false }]);
      });
    },
    onError: (error) => logFailure('Ciò che mostra non è stato accettato', error),
  });
  return {
    accept: () => accepting.mutate(asked),
    isAccepting: accepting.isPending,
    failure: accepting.error && serverSentence(accepting.error, NO_ANSWER),
  };
}
