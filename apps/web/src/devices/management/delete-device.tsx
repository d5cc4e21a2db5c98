import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
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
  const deleteDevice = useDeleteDevice(options);
  const label = labelOf(device);

  return (
    <ConfirmButton
      label="X"
      variant="danger"
      size="square"
      title={`Elimina ${label}`}
      busy={deleteDevice.isPending}
      question="Confermi eliminazione dispositivo?"
      confirmLabel="Elimina"
      cancelLabel="Annulla"
      onConfirm={() => deleteDevice.mutate(device.id)}
    >
      <UserText>{label}</UserText>
    </ConfirmButton>
  );
}
