import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { serverSentence } from '../../api/failures.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { commandRequestCall, NoAnswerInTime } from '../command-request-call.ts';

const NONE: readonly LampTest[] = [];
const NO_ANSWER = 'La prova non è cominciata';
const TOO_LATE = 'Il server non ha risposto in 10 s. Guarda le lampade prima di riprovare.';

/** The lamp tests that the user may see, the newest first; none until they are read. */
export function useLampTests(): readonly LampTest[] {
  const { data } = useQuery({
    queryKey: queryKeys.lampTests,
    queryFn: ({ signal }) => callRoute('listLampTests', { signal }),
  });
  return data ?? NONE;
}

/** Begins a lamp test of those devices; `failure` says in Italian why the last one did not begin. */
export function useStartLampTest() {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: ({ type, deviceIds }: { type: LampDeviceType; deviceIds: number[] }) =>
      commandRequestCall((options) =>
        callRoute('startLampTest', { query: { type }, body: { deviceIds }, ...options }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.lampTests }),
  });
  const { error } = starting;
  return {
    begin: starting.mutate,
    busy: starting.isPending,
    failure: error && (error instanceof NoAnswerInTime ? TOO_LATE : serverSentence(error, NO_ANSWER)),
    dismiss: starting.reset,
  };
}

/** Stops a lamp test by its id. */
export function useStopLampTest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('stopLampTest', { params: { id }, body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.lampTests }),
  });
}
