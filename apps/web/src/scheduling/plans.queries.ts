import type { Plan } from '@semaforo/contract/api/plans';
import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

export type NewPlan = Sent<Routes['createPlan']>['body'];

/** What a person does with a plan. */
export type PlanAct =
  | { act: 'pausePlan' | 'resumePlan' | 'deletePlan'; id: number }
  | { act: 'saveExceptions'; id: number; exceptions: string[] };

const NONE: readonly Plan[] = [];

/** The recurring plans, oldest first; none until they are read. */
export function usePlans() {
  const { data, isError } = useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => callRoute('listPlans', { signal }),
  });
  return { plans: data ?? NONE, isRead: data !== undefined, failed: isError && data === undefined };
}

/** The days of a month (`2026-11`), from now on, on which plans command. */
export function usePlanCalendar(month: string) {
  return useQuery({
    queryKey: queryKeys.planCalendar(month),
    queryFn: ({ signal }) => callRoute('getPlanCalendar', { query: { month }, signal }),
  });
}

/** The next ten times of a plan that is not saved yet; nothing is asked while it is undefined. */
export function usePreview(plan: NewPlan | undefined) {
  return useQuery({
    queryKey: queryKeys.planPreview(JSON.stringify(plan)),
    queryFn: ({ signal }) => (plan ? callRoute('previewPlan', { body: plan, signal }) : { next: [] }),
    enabled: plan !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useCreatePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPlan) => callRoute('createPlan', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.plans }),
  });
}

export function useChangePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (what: PlanAct): Promise<void> => {
      const params = { id: what.id };
      if (what.act === 'saveExceptions') {
        await callRoute(what.act, { params, body: { exceptions: what.exceptions } });
      } else if (what.act === 'deletePlan') await callRoute(what.act, { params });
      else await callRoute(what.act, { params, body: {} });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.plans }),
  });
}
