import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

export type SettingsByKey = Sent<Routes['saveMySettings']>['body'];

/** Saves the user's settings; what shows them reads them again. */
export function useSaveMySettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: SettingsByKey) => callRoute('saveMySettings', { body: settings }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.mySettings }),
  });
}
