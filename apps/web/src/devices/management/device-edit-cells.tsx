import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SavedMark } from '../../ui/saved-mark.tsx';
import { TableInput, TableSelect } from '../../ui/table-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { changeOf, DEVICE_TYPE_OPTIONS, type DeviceField, PROFILE_OPTIONS } from './device-form-fields.ts';
import { useUpdateDevice } from './managed-devices.queries.ts';
import { PositionCells } from './position-cells.tsx';

type DeviceEditCellsProps = { device: ManagedDevice; onNotice: (notice: Toast) => void };

const CELLS: { field: DeviceField; label: string }[] = [
  { field: 'name', label: 'Nome' },
  { field: 'topic', label: 'Topic' },
  { field: 'type', label: 'Tipo' },
];

const OPTIONS: Partial<Record<DeviceField, readonly { value: string; label: string }[]>> = {
  type: DEVICE_TYPE_OPTIONS,
  profile: PROFILE_OPTIONS,
};

/** The cells of a device as inputs. The focus starts in the first one. */
export function DeviceEditCells({ device, onNotice }: DeviceEditCellsProps) {
  const first = useRef<HTMLTableCellElement>(null);
  useEffect(() => first.current?.querySelector('input')?.focus(), []);

  return (
    <>
      {CELLS.map(({ field, label }) => (
        <td key={field} ref={field === 'name' ? first : undefined} data-l={label}>
          <EditCell device={device} field={field} label={label} onNotice={onNotice} />
          {/* Beside the type: a column of its own would push the buttons off the screen. */}
          {field === 'type' && (
            <EditCell device={device} field="profile" label="Profilo" onNotice={onNotice} />
          )}
        </td>
      ))}
      <PositionCells device={device} onNotice={onNotice} />
    </>
  );
}

/**
 * One field. A change is saved when the focus leaves it, on Enter, or when an option is chosen. It then shows
 * 'Salvato', or is marked as wrong.
 */
function EditCell(props: DeviceEditCellsProps & { field: DeviceField; label: string }) {
  const { device, field, label, onNotice } = props;
  const [malformed, setMalformed] = useState(false);
  // Undefined while nothing is typed: the stored value is shown, and leaving the field saves nothing.
  const [typed, setTyped] = useState<string>();
  const update = useUpdateDevice({ onNotice });
  const sent = update.isPending ? update.variables.changes : {};
  /** The value that the server has, or will have after the running request. */
  const stored = { ...device, ...sent }[field];

  function save(text: string) {
    const read = changeOf(field, text);
    setMalformed('wrong' in read);
    if ('wrong' in read) {
      onNotice({ kind: 'danger', text: 'Errore aggiornamento dispositivo', reason: read.wrong });
    } else if (read.changes[field] === stored) {
      if (!update.isPending) setTyped(undefined);
    } else {
      const onSuccess = () => setTyped((since) => (since === text ? undefined : since));
      update.mutate({ id: device.id, changes: read.changes }, { onSuccess });
    }
  }

  const options = OPTIONS[field];
  const control = {
    'aria-label': label,
    'aria-invalid': malformed || update.isError || undefined,
    value: typed ?? device[field] ?? '',
    onBlur: (event: { currentTarget: { value: string } }) => save(event.currentTarget.value),
  };
  return (
    <>
      {options ? (
        <TableSelect
          {...control}
          data-field={field}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            save(currentTarget.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </TableSelect>
      ) : (
        <TableInput
          {...control}
          data-field={field}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => saveByEnter(event, save)}
        />
      )}
      {update.isSuccess && !malformed && <SavedMark>Salvato</SavedMark>}
    </>
  );
}

function saveByEnter(event: KeyboardEvent<HTMLInputElement>, save: (typed: string) => void) {
  if (event.key === 'Enter') save(event.currentTarget.value);
}
