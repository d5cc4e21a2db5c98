import type { AlarmRecord, WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callForBody, callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

const NONE: readonly AlarmRecord[] = [];
/** An e-mail may be on its way without anybody telling the page. */
const REFRESH_MS = 30_000;

/** What a person may do with an alarm. */
export type AlarmRoute = 'takeAlarm' | 'giveBackAlarm' | 'resolveAlarm' | 'closeAlarm';

/** The alarms that are not closed, then the last closed ones; none until they are read. */
export function useAlarms() {
  const { data, isError } = useQuery({
    queryKey: queryKeys.alarms,
    queryFn: ({ signal }) => callRoute('listAlarms', { query: {}, signal }),
    refetchInterval: REFRESH_MS,
  });
  return { alarms: data ?? NONE, isRead: data !== undefined, failed: isError && data === undefined };
}

export function useActOnAlarm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ route, id, note }: { route: AlarmRoute; id: number; note: string }) =>
      callRoute(route, { params: { id }, body: note.trim() === '' ? {} : { note } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.alarms }),
  });
}

/** Whom to tell: of the own devices, or for admins of the system. */
export function useDuty() {
  return useQuery({ queryKey: queryKeys.duty, queryFn: ({ signal }) => callRoute('getDuty', { signal }) });
}

export function useSaveDuty() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (people: WrittenDutyPerson[]) => callRoute('saveDuty', { body: { people } }),
    onSuccess: (duty) => {
      queryClient.setQueryData(queryKeys.duty, duty);
      void queryClient.invalidateQueries({ queryKey: queryKeys.alarms });
    },
  });
}

/** Plans a time in which alarms call no one. */
export function useAddMaintenance() {
  return useDutyChange((body: { from: string; to: string; reason: string }) =>
    callRoute('addDutyMaintenance', { body }),
  );
}

/** Ends one, or takes one back that has not begun. */
export function useEndMaintenance() {
  return useDutyChange((id: number) => callRoute('endDutyMaintenance', { params: { id } }));
}

function useDutyChange<Given>(change: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [queryKeys.duty, queryKeys.alarms].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

/** Tells everybody on duty that this is a test. */
export function useTestDuty() {
  return useMutation({ mutationFn: async () => (await callRoute('testDuty')).results });
}

/** The own browsers that show notifications, and the key to add one. */
export function usePush() {
  return useQuery({ queryKey: queryKeys.push, queryFn: ({ signal }) => callRoute('getPush', { signal }) });
}

/** After either, the list and whom it names are read again. */
export function usePushChange(change: (id: number | undefined) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [queryKeys.push, queryKeys.duty].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

/** The own chats that the bot may write to. */
export function useChats() {
  return useQuery({
    queryKey: queryKeys.linkedChats,
    queryFn: ({ signal }) => callRoute('listLinkedChats', { signal }),
  }).data?.chats;
}

export function useAvailability(month: string) {
  return useQuery({
    queryKey: [...queryKeys.availability, month],
    queryFn: ({ signal }) => callRoute('getAvailability', { query: { month }, signal }),
  });
}

export async function readAvailabilityCsv(month: string): Promise<Blob> {
  return (await callForBody('exportAvailability', { query: { month } })).blob();
}
