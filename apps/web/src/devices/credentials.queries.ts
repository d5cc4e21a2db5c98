import type { NewCredentials } from '@semaforo/contract/api/credentials';
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

type Options = { deviceId: number; onNotice: (notice: Toast) => void };

/** When each device of an owner (or of none) last used its credentials, by device id; one without any is missing. */
export function credentialsQuery(ownerId: number | null) {
  return queryOptions({
    queryKey: queryKeys.credentials(ownerId),
    queryFn: async ({ signal }) => {
      const query = ownerId === null ? {} : { userId: ownerId };
      const { credentials } = await callRoute('listCredentials', { query, signal });
      return Object.fromEntries(credentials.map(({ device_id, last_seen }) => [device_id, { last_seen }]));
    },
  });
}

/** Makes new credentials, which end those that the device had; `onMade` gets the only sight of the password. */
export function useMakeCredentials({
  deviceId,
  onNotice,
  onMade,
}: Options & { onMade: (made: NewCredentials) => void }) {
  return useMutationWithNotice({
    // Nothing else of the page keeps the password.
    mutationFn: async () => onMade(await callRoute('makeCredentials', { params: { id: deviceId } })),
    onNotice,
    failureText: 'Errore creazione credenziali',
    invalidates: [queryKeys.managedDevices],
  });
}

/** Ends the credentials of a device. */
export function useRevokeCredentials({ deviceId, onNotice }: Options) {
  return useMutationWithNotice({
    mutationFn: () => callRoute('revokeCredentials', { params: { id: deviceId } }),
    onNotice,
    successText: 'Credenziali revocate: il dispositivo è scollegato',
    failureText: 'Errore revoca credenziali',
    invalidates: [queryKeys.managedDevices],
  });
}
