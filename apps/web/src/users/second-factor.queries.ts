import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { noteSecondFactorDemand } from '../api/session-demand.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

/** The user's second factor. */
export function useSecondFactor() {
  return useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => callRoute('getSecondFactor', { signal }),
  });
}

/** Makes a new secret, to be confirmed. */
export function useBeginSecondFactor(onNotice: (notice: Toast) => void) {
  return useMutationWithNotice({
    mutationFn: () => callRoute('beginSecondFactor'),
    onNotice,
    failureText: 'Errore attivazione secondo fattore',
    preferServerText: true,
    invalidates: [],
  });
}

/** Turns it on by a first code; the answer has the recovery codes. */
export function useConfirmSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => callRoute('confirmSecondFactor', { body: { code } }),
    onSuccess: () => {
      noteSecondFactorDemand(false);
      // All that was refused until now is read again.
      return queryClient.invalidateQueries();
    },
  });
}

/** Turns it off. */
export function useDisableSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<Routes['disableSecondFactor']>['body']) =>
      callRoute('disableSecondFactor', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor }),
  });
}
