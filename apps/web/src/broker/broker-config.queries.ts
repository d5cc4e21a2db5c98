import type { Answer, Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

/** The broker's configuration. In place of a stored password it has a mask. */
export type BrokerConfig = Answer<Routes['getBrokerConfig']>;

type BrokerConfigBody = Sent<Routes['saveBrokerConfig']>['body'];

/** Reads the broker's configuration. */
export function useBrokerConfig() {
  return useQuery({
    queryKey: queryKeys.brokerConfig,
    queryFn: ({ signal }) => callRoute('getBrokerConfig', { signal }),
  });
}

/** Asks the server to test a broker and then to use it. The mask as password keeps the stored one. */
export function useSaveBrokerConfig({ onNotice }: { onNotice: (notice: Toast) => void }) {
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    mutationFn: (body: BrokerConfigBody) => callRoute('saveBrokerConfig', { body }),
    onNotice,
    successText: 'Configurazione aggiornata',
    failureText: 'Errore salvataggio configurazione',
    invalidates: [queryKeys.brokerStatus],
    onSuccess: (config) => queryClient.setQueryData(queryKeys.brokerConfig, config),
  });
}

/** Asks the server to test a broker, and changes nothing. */
export function useTestBroker() {
  return useMutation({
    mutationFn: (body: BrokerConfigBody) => callRoute('testBroker', { body }),
  });
}
