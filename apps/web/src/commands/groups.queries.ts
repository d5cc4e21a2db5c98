import type { Group } from '@semaforo/contract/api/groups';
import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

const NONE: readonly Group[] = [];

/** The groups that the user sees, by name; none until they are read. */
export function useGroups(): readonly Group[] {
  const { data } = useQuery({
    queryKey: queryKeys.groups,
    queryFn: ({ signal }) => callRoute('listGroups', { signal }),
  });
  return data?.groups ?? NONE;
}

/** Creates a group, or changes the one with that id; resolves to the group. */
export function useSaveGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Sent<Routes['createGroup']>['body'] & { id?: number }): Promise<Group> => {
      if (id === undefined) return callRoute('createGroup', { body });
      const { name, deviceIds } = body;
      return callRoute('updateGroup', { params: { id }, body: { name, deviceIds } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.groups }),
  });
}

/** Deletes a group by its id. The server refuses while schedules wait for it. */
export function useDeleteGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('deleteGroup', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.groups }),
  });
}
