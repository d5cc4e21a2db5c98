import { useQuery } from '@tanstack/react-query';
import { managedDeviceQuery } from '../api/managed-device.ts';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import type { Toast } from '../ui/toast.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';

type DeviceCredentialsProps = { id: number; onNotice: (notice: Toast) => void };

/** The credentials of a device, read when shown, for admins. */
export function DeviceCredentials({ id, onNotice }: DeviceCredentialsProps) {
  const { data, isPending, isLoadingError, refetch } = useQuery(managedDeviceQuery(id));
  if (isPending) return <Loading label="Caricamento credenziali" blocks={1} />;
  if (isLoadingError) {
    return (
      <FailedRead
        sentence="Errore caricamento credenziali"
        retryLabel="Riprova"
        onRetry={() => void refetch()}
      />
    );
  }
  return <CredentialsPanel device={data} onNotice={onNotice} />;
}
