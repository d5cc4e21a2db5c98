import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LanternState, lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { logFailure } from '../platform/log.ts';
import { commandRequestCall, NoAnswerInTime } from './command-request-call.ts';
import { NO_ANSWER } from './send-command-request.ts';

const TOO_LATE =
  'Il server non ha risposto in 10 s: il comando non verrà eseguito in ritardo. Guarda la lanterna prima di riprovare.';

/**
 * Toggles a lantern. The answer moves no light: only the lantern's own report does, which comes by the socket.
 * `failure` says why the last toggle did not succeed; it goes when the lantern shows the requested state after all.
 */
export function useToggleLantern(device: Pick<DeviceStatusRecord, 'id' | 'status' | 'error'>) {
  const toggling = useMutation({
    mutationFn: (_requested: LanternState) =>
      commandRequestCall((options) => callRoute('toggleLantern', { params: { id: device.id }, ...options })),
    onError: (error) => logFailure('Lanterna non comandata', error),
  });
  const failure = toggling.data?.error ?? (toggling.error && failureSentence(toggling.error));
  const showsRequested = !device.error && lanternStateOf(device.status) === toggling.variables;
  const { reset } = toggling;

  useEffect(() => {
    if (failure !== null && showsRequested) reset();
  }, [failure, showsRequested, reset]);

  return {
    pending: toggling.isPending,
    failure,
    toggle: (requested: LanternState) => toggling.mutate(requested),
    dismissFailure: reset,
  };
}

function failureSentence(error: Error): string {
  return error instanceof NoAnswerInTime ? TOO_LATE : serverSentence(error, NO_ANSWER);
}
