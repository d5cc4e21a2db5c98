import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { focusNextRow } from '../../ui/focus-next-row.ts';
import layoutStyles from '../../ui/layout.module.css';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { DeviceEditCells } from './device-edit-cells.tsx';
import { formatType } from './device-form-fields.ts';
import { useDeleteDevice } from './managed-devices.queries.ts';
import styles from './owned-devices-table.module.css';
import type { Owner } from './owner.ts';
import { OwnerSelect } from './owner-select.tsx';

type OwnedDeviceRowProps = {
  device: ManagedDevice;
  users: readonly Owner[];
  editing: boolean;
  onEditing: (open: boolean) => void;
  /** Further buttons of the row. */
  actions: ReactNode;
  onNotice: (notice: Toast) => void;
};

/** A device as a row of text, or of inputs while it is edited. */
export function OwnedDeviceRow({
  device,
  users,
  editing,
  onEditing,
  actions,
  onNotice,
}: OwnedDeviceRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const leave = () => focusNextRow(row.current);
  const act = editing ? 'Fine' : 'Modifica';

  return (
    <tr ref={row} data-row={editing ? 'selected' : undefined}>
      {editing ? <DeviceEditCells device={device} onNotice={onNotice} /> : <DeviceCells device={device} />}
      <td data-l="Azioni" data-cell="actions">
        <span className={`${layoutStyles.row} ${styles.actions}`}>
          <OwnerSelect device={device} users={users} onNotice={onNotice} onDone={leave} />
          <Button
            size="small"
            variant={editing ? 'solid' : 'outline'}
            title={labelOf(device)}
            onClick={() => onEditing(!editing)}
          >
            {act}
          </Button>
          {actions}
          <DeleteDevice device={device} onNotice={onNotice} onDone={leave} />
        </span>
      </td>
    </tr>
  );
}

/** With all its digits, as typed. */
const degrees = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 });

function inDegrees(coordinate: number | null): string {
  return coordinate === null ? '-' : degrees.format(coordinate);
}

function DeviceCells({ device }: { device: ManagedDevice }) {
  return (
    <>
      <td data-l="Nome">{device.name === null ? '-' : <UserText>{device.name}</UserText>}</td>
      <td data-l="Topic" className="mono">
        <Link to={`/devices/${device.id}`}>
          <UserText>{device.topic}</UserText>
        </Link>
      </td>
      <td data-l="Tipo">{formatType(device)}</td>
      <td data-l="Lat" data-cell="number">
        {inDegrees(device.latitude)}
      </td>
      <td data-l="Lng" data-cell="number">
        {inDegrees(device.longitude)}
      </td>
    </>
  );
}

type DeleteDeviceProps = {
  device: ManagedDevice;
  onNotice: (notice: Toast) => void;
  onDone: () => void;
};

/** The 'X' of a device, which asks for a confirmation. Its title says what it does, and to which device. */
function DeleteDevice({ device, ...options }: DeleteDeviceProps) {
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
