import type { Answer, Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

export type NewKiosk = Answer<Routes['createWall']>;

/** The walls that the user may revoke, the newest first. */
export function useKiosks() {
  return useQuery({
    queryKey: queryKeys.walls,
    queryFn: ({ signal }) => callRoute('listWalls', { signal }),
    select: ({ walls }) => walls,
  });
}

/** Makes a wall; its token is answered this once. */
export function useCreateKiosk({ onNotice }: { onNotice: (notice: Toast) => void }) {
  return useMutationWithNotice({
    mutationFn: (body: Sent<Routes['createWall']>['body']) => callRoute('createWall', { body }),
    onNotice,
    failureText: 'Errore creazione schermo',
    preferServerText: true,
    invalidates: [queryKeys.walls],
  });
}

/** Ends a wall by its id. */
export function useRevokeKiosk(callbacks: { onNotice: (notice: Toast) => void; onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('revokeWall', { params: { id } }),
    onNotice: callbacks.onNotice,
    successText: 'Schermo revocato',
    failureText: 'Errore revoca schermo',
    invalidates: [queryKeys.walls],
    onSuccess: callbacks.onDone,
  });
}
