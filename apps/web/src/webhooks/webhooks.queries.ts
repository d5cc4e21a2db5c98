import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

/** Deliveries happen without anybody's doing. */
const READ_EVERY_MS = 5000;

export type NewWebhook = Sent<Routes['createWebhook']>['body'];
/** The addresses of other systems with their last deliveries; read again and again while the page is open. */
export function useWebhooks() {
  return useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => callRoute('listWebhooks', { signal }),
    select: ({ webhooks }) => webhooks,
    refetchInterval: READ_EVERY_MS,
  });
}

/** The deliveries to one address, the newest first. */
export function useWebhookDeliveries(id: number) {
  return useQuery({
    queryKey: queryKeys.webhookDeliveries(id),
    queryFn: ({ signal }) => callRoute('listWebhookDeliveries', { params: { id }, signal }),
    select: ({ deliveries }) => deliveries,
    refetchInterval: READ_EVERY_MS,
  });
}

/** Adds an address; its secret is answered this once. */
export function useCreateWebhook({ onNotice }: { onNotice: (notice: Toast) => void }) {
  return useMutationWithNotice({
    mutationFn: (body: NewWebhook) => callRoute('createWebhook', { body }),
    onNotice,
    failureText: 'Errore aggiunta indirizzo',
    preferServerText: true,
    invalidates: [queryKeys.webhooks],
  });
}

/** Takes an address away, by its id. */
export function useDeleteWebhook(callbacks: { onNotice: (notice: Toast) => void; onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('deleteWebhook', { params: { id } }),
    onNotice: callbacks.onNotice,
    successText: 'Indirizzo tolto',
    failureText: 'Errore cancellazione indirizzo',
    invalidates: [queryKeys.webhooks],
    onSuccess: callbacks.onDone,
  });
}

/** Sends a trial to an address, and says what came back. */
export function useTestWebhook({ onNotice }: { onNotice: (notice: Toast) => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('testWebhook', { params: { id } }),
    onNotice,
    failureText: 'Prova non mandata',
    invalidates: [queryKeys.webhooks],
    onSuccess: ({ state, status_code: status, failure }) =>
      onNotice(
        state === 'delivered'
          ? { kind: 'success', text: `Prova riuscita: l’indirizzo risponde ${status}` }
          : { kind: 'danger', text: 'Prova non riuscita', reason: failure ?? 'Nessuna risposta finora' },
      ),
  });
}
