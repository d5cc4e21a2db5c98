import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isOutOfSync } from '@semaforo/contract/domain/desired';
import { type LampColor, litLamps } from '@semaforo/contract/domain/lamps';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { deviceStatusesQuery, findDevice, replaceRecords } from '../../api/device-snapshot.ts';
import { serverSentence } from '../../api/failures.ts';
import { lampsOf } from '../../lamps/record-lamps.ts';
import { logFailure } from '../../platform/log.ts';
import { serverNow } from '../../platform/server-clock.ts';

type Press = { seen: { lit: LampColor[]; desired_since?: string }; issuedAt: string };

const NO_ANSWER = 'Il server non ha risposto: ciò che mostra potrebbe non essere stato accettato';

/**
 * Accepts what a device shows in place of what was desired of it: only what the page shows as it is pressed, and only
 * for some seconds (docs/rules.md#desired-and-reported). The answer ends only that question in the page: what
 * the device has said since, or a newer command, stays. `accepted` is called before the page changes.
 */
export function useAcceptReported(
  { id, topic, desired, lamps }: Pick<DeviceStatusRecord, 'id' | 'topic' | 'desired' | 'lamps'>,
  accepted: () => void,
) {
  const queryClient = useQueryClient();
  const accepting = useMutation({
    mutationFn: ({ seen, issuedAt }: Press) =>
      callRoute('acceptReported', { params: { id }, body: seen, issuedAt }),
    onSuccess: (answer, { seen }) => {
      accepted();
      queryClient.setQueryData(deviceStatusesQuery.queryKey, (statuses) => {
        const device = statuses && findDevice(statuses, topic);
        if (statuses === undefined || device?.desired?.since !== seen.desired_since) return statuses;
        return device && replaceRecords(statuses, [afterAccepting(device, answer)]);
      });
    },
    onError: (error) => logFailure('Ciò che mostra non è stato accettato', error),
  });
  return {
    accept: () =>
      accepting.mutate({
        seen: { lit: litLamps(lampsOf({ lamps })), ...(desired && { desired_since: desired.since }) },
        issuedAt: new Date(serverNow()).toISOString(),
      }),
    isAccepting: accepting.isPending,
    failure: accepting.error && serverSentence(accepting.error, NO_ANSWER),
  };
}

/** What the device reported since it was pressed stays, and is compared with what is desired now. */
function afterAccepting(device: DeviceStatusRecord, answer: DeviceStatusRecord): DeviceStatusRecord {
  const { desired, error, error_reason, error_since, condition } = answer;
  const out_of_sync =
    !device.testing && isOutOfSync(desired, { lamps: lampsOf(device), pending: device.pending });
  return { ...device, desired, out_of_sync, error, error_reason, error_since, condition };
}
