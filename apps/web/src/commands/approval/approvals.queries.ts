import type { Approval } from '@semaforo/contract/api/approvals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { serverSentence } from '../../api/failures.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { commandRequestCall, NoAnswerInTime } from '../command-request-call.ts';

const NONE: readonly Approval[] = [];
const TOO_LATE = 'Il server non ha risposto in 10 s. Guarda le lampade prima di riprovare.';

/** What waits for a second person or ended a moment ago, the newest first; none until it is read. */
export function useApprovals(): readonly Approval[] {
  const { data } = useQuery({
    queryKey: queryKeys.approvals,
    queryFn: ({ signal }) => callRoute('listApprovals', { signal }),
  });
  return data ?? NONE;
}

/** Confirms or refuses what was asked for; `failure` says in Italian why that was not done. */
export function useDecideApproval() {
  const queryClient = useQueryClient();
  const deciding = useMutation({
    mutationFn: ({ id, confirmed }: { id: number; confirmed: boolean }) => {
      const call = { params: { id }, body: {} };
      return confirmed
        ? commandRequestCall((options) => callRoute('confirmApproval', { ...call, ...options }))
        : callRoute('rejectApproval', call);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.approvals }),
  });
  const { error } = deciding;
  return {
    decide: deciding.mutate,
    busy: deciding.isPending,
    failure: error && (error instanceof NoAnswerInTime ? TOO_LATE : serverSentence(error, 'Non riuscito')),
  };
}
