import { freeSimulatedTopic } from '@semaforo/contract/domain/simulated';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { deviceConnectionQuery } from '../api/device-connection.ts';
import { managedDeviceListQuery } from '../api/managed-device-list.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import { Button } from '../ui/button.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';

/** Registers a signal that the server itself plays, for a Comune; nothing where it plays none. */
export function SimulateSignal({ userId }: { userId: number }) {
  const { shown, notify, close } = useToast();
  const playsDevices = useQuery(deviceConnectionQuery).data?.embedded === true;
  const known = useQuery(managedDeviceListQuery).data?.devices;
  const create = useMutationWithNotice({
    mutationFn: (topic: string) =>
      callRoute('createDevice', { body: { topic, userId, type: 'semaforo', name: 'Segnale simulato' } }),
    onNotice: notify,
    failureText: 'Errore creazione dispositivo',
    preferServerText: true,
    invalidates: [
      ...[queryKeys.managedDevices, queryKeys.deviceStatuses, queryKeys.users, queryKeys.firstSteps],
    ],
  });
  if (!playsDevices || known === undefined) return null;
  return (
    <div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <Button
        aria-disabled={create.isPending}
        onClick={() => {
          if (!create.isPending) create.mutate(freeSimulatedTopic(known.map(({ topic }) => topic)));
        }}
      >
        Simula un segnale
      </Button>{' '}
      <span className="small muted">
        Lo fa il server, ed è segnato PROVA: nessuna lampada vera si accende.
      </span>
    </div>
  );
}
