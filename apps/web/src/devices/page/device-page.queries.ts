import type { MetricPeriod } from '@semaforo/contract/api/device-past';
import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

/** What the device has said meanwhile is read again so often; its lamps come live. */
const PAST_POLL_MS = 5000;
const METRICS_POLL_MS = 60_000;

/** A device that the user sees, with its last measures and notes. */
export function devicePageQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.devicePage(id),
    queryFn: ({ signal }) => callRoute('getDevice', { params: { id }, signal }),
  });
}

/** What a device reported, what was commanded to it, and its errors. */
export function devicePastQuery(id: number) {
  return queryOptions({
    queryKey: [...queryKeys.devicePage(id), 'past'],
    queryFn: ({ signal }) => callRoute('getDevicePast', { params: { id }, signal }),
    refetchInterval: PAST_POLL_MS,
  });
}

/** The measures of a device in a period; while another period is read the former one stays. */
export function deviceMetricsQuery(id: number, period: MetricPeriod) {
  return queryOptions({
    queryKey: [...queryKeys.devicePage(id), 'metrics', period],
    queryFn: async ({ signal }) =>
      (await callRoute('getDeviceMetrics', { params: { id }, query: { period }, signal })).points,
    refetchInterval: METRICS_POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** Puts a picture of a device in place (as base64), or takes it away (undefined). */
export function useChangePicture({ id, onNotice }: { id: number; onNotice: (notice: Toast) => void }) {
  const queryClient = useQueryClient();
  const params = { id };
  return useMutationWithNotice({
    mutationFn: async (read: (() => Promise<string>) | undefined) =>
      read
        ? callRoute('savePicture', { params, body: { jpeg: await read() } })
        : callRoute('deletePicture', { params }),
    onNotice,
    failureText: 'La foto non è stata cambiata',
    preferServerText: true,
    invalidates: [],
    onSuccess: (page) => queryClient.setQueryData(devicePageQuery(id).queryKey, page),
  });
}

/** Chooses what the board of a signal is to do without a link. */
export function useSaveLinkPolicy({ id, onNotice }: { id: number; onNotice: (notice: Toast) => void }) {
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    mutationFn: (body: Sent<Routes['saveLinkPolicy']>['body']) =>
      callRoute('saveLinkPolicy', { params: { id }, body }),
    onNotice,
    failureText: 'La scelta non è stata salvata',
    preferServerText: true,
    invalidates: [],
    onSuccess: (page) => queryClient.setQueryData(devicePageQuery(id).queryKey, page),
  });
}

/** Writes the notes of a device. */
export function useSaveNotes(options: {
  id: number;
  onNotice: (notice: Toast) => void;
  onSaved: () => void;
}) {
  const { id, onNotice, onSaved } = options;
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    mutationFn: (text: string) => callRoute('saveDeviceNotes', { params: { id }, body: { text } }),
    onNotice,
    successText: 'Note salvate',
    failureText: 'Le note non sono state salvate',
    preferServerText: true,
    invalidates: [],
    onSuccess: (page) => {
      queryClient.setQueryData(devicePageQuery(id).queryKey, page);
      onSaved();
    },
  });
}
