import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import type { SENSOR_PERIODS, SensorRecord, SiteRuleRecord } from '@semaforo/contract/api/sensors';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { sensorsQuery } from '../api/sensors.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

export type SensorPeriod = (typeof SENSOR_PERIODS)[number];

/** The gauges that the user sees. */
export const useSensors = () => useQuery(sensorsQuery);

/** What a gauge measured and what happened at its site in a period; the former one stays while another is read. */
export function sensorPastQuery(id: number, period: SensorPeriod) {
  return queryOptions({
    queryKey: [...queryKeys.sensors, id, period],
    queryFn: ({ signal }) => callRoute('getSensorPast', { params: { id }, query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Changes a gauge, as its answer then says it; the list has it at once. */
function useChange<Variables>(
  id: number,
  options: {
    mutationFn: (variables: Variables) => Promise<SensorRecord>;
    onNotice: (notice: Toast) => void;
    successText?: string;
    failureText: string;
  },
) {
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    ...options,
    preferServerText: true,
    invalidates: [],
    onSuccess: (changed) =>
      queryClient.setQueryData(sensorsQuery.queryKey, (known) =>
        known?.map((one) => (one.id === id ? changed : one)),
      ),
  });
}

/** Saves the rule of a site. */
export function useSaveRule(id: number, onNotice: (notice: Toast) => void) {
  return useChange(id, {
    mutationFn: (body: SiteRuleRecord) => callRoute('saveSensorRule', { params: { id }, body }),
    onNotice,
    successText: 'Regola salvata',
    failureText: 'La regola non è stata salvata',
  });
}

/** Takes the rule of a site away: its gauge only measures. */
export function useDeleteRule(id: number, onNotice: (notice: Toast) => void) {
  return useChange(id, {
    mutationFn: () => callRoute('deleteSensorRule', { params: { id } }),
    onNotice,
    successText: 'Regola tolta',
    failureText: 'La regola non è stata tolta',
  });
}

/** Tells a site what a person sees on the spot. */
export function useSayWater(id: number, onNotice: (notice: Toast) => void) {
  return useChange(id, {
    mutationFn: (seen: boolean) => callRoute('sayWater', { params: { id }, body: { water: seen } }),
    onNotice,
    failureText: 'Non è stato detto al sito',
  });
}

/** Saves how the level of a gauge is read; for admins. */
export function useSaveSettings(id: number, onNotice: (notice: Toast) => void) {
  return useChange(id, {
    mutationFn: (body: Sent<Routes['saveSensorSettings']>['body']) =>
      callRoute('saveSensorSettings', { params: { id }, body }),
    onNotice,
    successText: 'Lettura salvata',
    failureText: 'La lettura non è stata salvata',
  });
}
