import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

const ENDED_PER_PAGE = 200;
/** How often the list is read while a command of it is under way: its end is announced, each confirmation is not. */
const UNDER_WAY_REFRESH_MS = 1000;

type NewSchedule = Sent<Routes['createSchedule']>['body'];

/** The user's schedules: all active ones and the last that ended. `fetchNextPage` reads those that ended before. */
export function useSchedules() {
  return useInfiniteQuery({
    queryKey: queryKeys.schedules,
    queryFn: ({ pageParam, signal }) =>
      callRoute('listSchedules', {
        query: {
          limit: String(ENDED_PER_PAGE),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) =>
      page.filter(({ executed }) => executed).length < ENDED_PER_PAGE ? undefined : page.at(-1)?.id,
    select: ({ pages }): Schedule[] => pages.flat(),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some(({ outcome }) => outcome === 'in corso') === true && UNDER_WAY_REFRESH_MS,
  });
}

/** Stores a schedule; the lists of schedules are read again. */
export function useCreateSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (schedule: NewSchedule) => callRoute('createSchedule', { body: schedule }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules }),
  });
}

/** Takes back that a schedule was cancelled, by its id. */
export function useReviveSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('reviveSchedule', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules }),
  });
}

/** Cancels an active schedule by its id. A refusal reads the list again too: the schedule has often just run. */
export function useDeleteSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('deleteSchedule', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules }),
  });
}
