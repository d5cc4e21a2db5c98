import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useDeleteDevice } from './managed-devices.queries.ts';

type DeleteDeviceProps = {
  device: ManagedDevice;
  onNotice: (notice: Toast) => void;
  onDone: () => void;
};

/** The 'X' of a device, which asks for a confirmation. Its title says what it does, and to which device. */
export function DeleteDevice({ device, ...options }: DeleteDeviceProps) {
  const [asking, setAsking] = useState(false);
  const deleteDevice = useDeleteDevice(options);
  const label = labelOf(device);

  return (
    <>
      <Button
        variant="danger"
        size="square"
        title={`Elimina ${label}`}
        aria-disabled={deleteDevice.isPending}
        onClick={() => setAsking(!deleteDevice.isPending)}
      >
        X
      </Button>
      {asking && (
        <ConfirmDialog
          question="Confermi eliminazione dispositivo?"
          confirmLabel="Elimina"
          cancelLabel="Annulla"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            deleteDevice.mutate(device.id);
          }}
        >
          <UserText>{label}</UserText>
        </ConfirmDialog>
      )}
    </>
  );
}
