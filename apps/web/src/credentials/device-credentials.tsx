import { useQuery } from '@tanstack/react-query';
import { managedDeviceQuery } from '../api/managed-device.ts';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import type { Toast } from '../ui/toast.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';

/** The credentials of a device on its page, for admins. */
export function DeviceCredentials({ id, onNotice }: { id: number; onNotice: (notice: Toast) => void }) {
  const { data, isPending, isLoadingError, refetch } = useQuery(managedDeviceQuery(id));
  return (
    <Panel label="Credenziali">
      {isPending && <Loading label="Caricamento credenziali" />}
      {isLoadingError && (
        <FailedRead
          sentence="Errore caricamento credenziali"
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      )}
      {data && <CredentialsPanel device={data} onNotice={onNotice} />}
    </Panel>
  );
}
