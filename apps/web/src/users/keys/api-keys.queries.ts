import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

type OnNotice = { onNotice: (notice: Toast) => void };

/** The keys of programs, the oldest first. */
export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callRoute('listApiKeys', { signal }),
  });
}

/** Makes a key; it is answered this once. */
export function useCreateApiKey({ onNotice }: OnNotice) {
  return useMutationWithNotice({
    mutationFn: (body: Sent<Routes['createApiKey']>['body']) => callRoute('createApiKey', { body }),
    onNotice,
    failureText: 'Chiave non creata',
    preferServerText: true,
    invalidates: [queryKeys.apiKeys],
  });
}

/** Ends a key by its id. */
export function useRevokeApiKey({ onNotice, onDone }: OnNotice & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('revokeApiKey', { params: { id } }),
    onNotice,
    successText: 'Chiave revocata',
    failureText: 'Chiave non revocata',
    invalidates: [queryKeys.apiKeys],
    onSuccess: onDone,
  });
}
