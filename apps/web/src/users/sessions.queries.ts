import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

type Callbacks = { onNotice: (notice: Toast) => void; onDone: () => void };

/** The user's open sessions, this one first. */
export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callRoute('listSessions', { signal }),
    select: ({ sessions }) => sessions,
  });
}

/** Ends one of the user's sessions by its id. */
export function useEndSession({ onNotice, onDone }: Callbacks) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('endSession', { params: { id } }),
    onNotice,
    successText: 'Sessione chiusa',
    failureText: 'Errore chiusura sessione',
    invalidates: [queryKeys.sessions],
    onSuccess: onDone,
  });
}

/** Ends all sessions of the user but this one. */
export function useEndOtherSessions({ onNotice, onDone }: Callbacks) {
  return useMutationWithNotice({
    mutationFn: () => callRoute('endOtherSessions'),
    onNotice,
    successText: 'Tutte le altre sessioni sono chiuse',
    failureText: 'Errore chiusura sessioni',
    invalidates: [queryKeys.sessions],
    onSuccess: onDone,
  });
}
