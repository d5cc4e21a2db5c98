import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { deviceStatusesQuery, findDevice, replaceRecords } from '../../api/device-snapshot.ts';
import { serverSentence } from '../../api/failures.ts';
import { logFailure } from '../../platform/log.ts';
import { serverNow } from '../../platform/server-clock.ts';

const NO_ANSWER = 'Il server non ha risposto: guarda se il dispositivo è in manutenzione e riprova';

type Given = { until: string; reason: string };

/**
 * Puts a device in maintenance, or with null ends it. Of the answer only that reaches the page: what the device has
 * said since stays.
 */
export function useMaintenance({ id, topic }: Pick<DeviceStatusRecord, 'id' | 'topic'>, done: () => void) {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ given, issuedAt }: { given: Given | null; issuedAt: string }) =>
      given === null
        ? callRoute('endMaintenance', { params: { id }, issuedAt })
        : callRoute('setMaintenance', { params: { id }, body: given, issuedAt }),
    onSuccess: ({ maintenance }) => {
      queryClient.setQueryData(deviceStatusesQuery.queryKey, (statuses) => {
        const device = statuses && findDevice(statuses, topic);
        return statuses && device ? replaceRecords(statuses, [{ ...device, maintenance }]) : statuses;
      });
      done();
    },
    onError: (error) => logFailure('La manutenzione non è stata cambiata', error),
  });
  return {
    change: (given: Given | null) =>
      changing.mutate({ given, issuedAt: new Date(serverNow()).toISOString() }),
    isChanging: changing.isPending,
    failure: changing.error && serverSentence(changing.error, NO_ANSWER),
  };
}
