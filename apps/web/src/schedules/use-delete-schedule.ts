import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Cancels an active schedule by its id. Done or refused, the list is read again: a refused one has often just run. */
export function useDeleteSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('deleteSchedule', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules }),
  });
}
