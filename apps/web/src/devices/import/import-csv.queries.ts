import type { CsvReport } from '@semaforo/contract/api/device-csv';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callForBody, callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Toast } from '../../ui/toast.tsx';

/** What the table would do, line by line; nothing is stored. */
export function csvTrialQuery(table: { text: string; readAt: number } | null) {
  return queryOptions({
    queryKey: [...queryKeys.csvTrial, table?.readAt ?? 0],
    queryFn: ({ signal }) =>
      callRoute('importDevices', {
        query: { dry_run: 'true', rows: 'true' },
        body: table?.text ?? '',
        signal,
      }),
    enabled: table !== null,
  });
}

/** Imports the good lines of a table; those with errors are left out. */
export function useImportCsv(options: {
  onNotice: (notice: Toast) => void;
  onSuccess: (report: CsvReport) => void;
}) {
  return useMutationWithNotice({
    mutationFn: (text: string) => callRoute('importDevices', { query: { skip_errors: 'true' }, body: text }),
    failureText: 'La tabella non è stata importata',
    invalidates: [queryKeys.managedDevices, queryKeys.deviceStatuses, queryKeys.users, queryKeys.firstSteps],
    ...options,
  });
}

/** Saves all devices as a table. */
export function useExportCsv() {
  return useMutation({
    mutationFn: async () => (await callForBody('exportDevices', {})).blob(),
    onSuccess: (file) => saveFile('dispositivi.csv', file),
  });
}
