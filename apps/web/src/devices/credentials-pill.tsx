import type { DeviceWithCredentials } from '@semaforo/contract/api/credentials';
import { Pill } from '../ui/pill.tsx';

type CredentialsPillProps = {
  /** Null: the device has none. */
  credentials: Pick<NonNullable<DeviceWithCredentials['credentials']>, 'last_seen'> | null;
};

/** Whether a device has credentials, and has ever logged in with them. */
export function CredentialsPill({ credentials }: CredentialsPillProps) {
  if (credentials === null) return <Pill kind="off">Nessuna</Pill>;
  return credentials.last_seen === null ? <Pill kind="wait">Mai usate</Pill> : <Pill kind="ok">In uso</Pill>;
}
