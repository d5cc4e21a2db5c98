import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

type NewSchedule = Sent<Routes['createSchedule']>['body'];

/** Stores a schedule; the lists of schedules are read again. */
export function useCreateSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (schedule: NewSchedule) => callRoute('createSchedule', { body: schedule }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules }),
  });
}
