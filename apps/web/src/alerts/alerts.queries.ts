import type { Alert } from '@semaforo/contract/api/alerts';
import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertsQuery } from '../api/alerts.ts';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { serverNow } from '../platform/server-clock.ts';
import { createStore } from '../platform/store.ts';

const NONE: readonly Alert[] = [];

/** What a person may do with an alert. */
export type AlertAct = 'confirmAlert' | 'rejectAlert' | 'revokeAlert' | 'concludeAlert' | 'returnToAlert';

/** The alerts that wait or are in course, then the last ended ones; none until they are read. */
export function useAlerts() {
  const { data, isError } = useQuery(alertsQuery);
  return { alerts: data ?? NONE, failed: isError && data === undefined };
}

/** `deviceIds`: those that return to the alert; all of them without. */
type Decided = {
  act: AlertAct;
  id: number;
  reason?: string | undefined;
  /** For an end: whether what was set by hand stays; it does unless this is false. */
  keepsOverrides?: boolean | undefined;
  toVerde?: boolean | undefined;
  deviceIds?: number[];
};

/** What was decided of an alert, and when (epoch ms by the server's clock); null: nothing that can be taken back. */
export const lastDecision = createStore<{ alert: Alert; at: number } | null>(null);

/** Takes back how an alert was ended or refused. */
export function useUndoDecision() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callRoute('undoAlertDecision', { params: { id }, body: {} }),
    onSuccess: () => lastDecision.set(null),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.alerts }),
  });
}

/** Does something with an alert, perhaps with a reason. */
export function useDecideAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ act, id, reason, keepsOverrides = true, toVerde, deviceIds }: Decided) => {
      const params = { id };
      if (act === 'confirmAlert') return callRoute(act, { params, body: {} });
      if (act === 'returnToAlert') {
        const body = deviceIds ? { deviceIds } : {};
        return callRoute(act, { params, body, issuedAt: new Date(serverNow()).toISOString() });
      }
      const explained = reason === undefined ? {} : { reason };
      if (act === 'rejectAlert') return callRoute(act, { params, body: explained });
      const ending = { keep_overrides: keepsOverrides, ...(toVerde === true && { to_verde: true }) };
      return callRoute(act, { params, body: { ...explained, ...ending } });
    },
    onSuccess: (alert) => lastDecision.set({ alert, at: serverNow() }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.alerts }),
  });
}

export type NewAlert = Sent<Routes['createAlert']>['body'];

/** Makes an alert, confirmed by whoever makes it. `replaces`: the proposal that it takes the place of. */
export function useCreateAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ replaces, ...body }: NewAlert & { replaces?: number | undefined }) => {
      const created = await callRoute('createAlert', { body });
      if (replaces !== undefined) {
        const reason = `Modificata: vale l’allerta ${created.id}`;
        await callRoute('rejectAlert', { params: { id: replaces }, body: { reason } });
      }
      return created;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.alerts }),
  });
}
