import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { credentialsQuery } from './credentials.queries.ts';
import { CredentialsPill } from './credentials-pill.tsx';
import { DeviceCredentials } from './device-credentials.tsx';

type CredentialsButtonProps = {
  device: Pick<ManagedDevice, 'id' | 'name' | 'topic' | 'userId'>;
  onNotice: (notice: Toast) => void;
};

/** The button 'Credenziali' of a device's row, and whether it has any. */
export function CredentialsButton({ device, onNotice }: CredentialsButtonProps) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(credentialsQuery(device.userId));
  return (
    <>
      {data && <CredentialsPill credentials={data[device.id] ?? null} />}
      <Button size="small" variant="outline" title={labelOf(device)} onClick={() => setOpen(true)}>
        Credenziali
      </Button>
      {open && <CredentialsDialog device={device} onNotice={onNotice} onClose={() => setOpen(false)} />}
    </>
  );
}

function CredentialsDialog({ device, onNotice, onClose }: CredentialsButtonProps & { onClose: () => void }) {
  return (
    <Dialog
      title={<UserText>{labelOf(device)}</UserText>}
      onCancel={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Chiudi
        </Button>
      }
    >
      <DeviceCredentials id={device.id} onNotice={onNotice} />
    </Dialog>
  );
}
