import type { Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

/** Who begins to speak is seen within seconds. */
const POLL_MS = 3000;

/** Who speaks to the broker, or tries to, and is not registered. */
export const unregisteredDevicesQuery = queryOptions({
  queryKey: queryKeys.heardDevices,
  queryFn: ({ signal }) => callRoute('listHeardDevices', { signal }),
  refetchInterval: POLL_MS,
});

/** Puts someone who was heard among the ignored, or takes it back. */
export function useIgnoreUnregistered({ onNotice }: { onNotice: (notice: Toast) => void }) {
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    mutationFn: async (body: { name: string; ignored: boolean }) => {
      await callRoute('ignoreHeardDevice', { body });
      return body;
    },
    onNotice,
    failureText: 'Il dispositivo sentito non è stato spostato',
    invalidates: [queryKeys.heardDevices],
    onSuccess: ({ name, ignored }) =>
      queryClient.setQueryData<Answer<Routes['listHeardDevices']>>(
        queryKeys.heardDevices,
        (list) => list && { heard: list.heard.map((one) => (one.name === name ? { ...one, ignored } : one)) },
      ),
  });
}
