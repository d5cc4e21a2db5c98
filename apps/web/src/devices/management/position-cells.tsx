import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { isHalfPosition, type Position } from '@semaforo/contract/domain/position';
import { useId, useState } from 'react';
import { SavedMark } from '../../ui/saved-mark.tsx';
import { TableInput } from '../../ui/table-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { changeOf } from './device-form-fields.ts';
import { type DeviceChanges, useUpdateDevice } from './managed-devices.queries.ts';

type Coordinate = keyof Position;
type Typed = Partial<Record<Coordinate, string>>;

const COORDINATES: Record<Coordinate, { label: string; other: string }> = {
  latitude: { label: 'Lat', other: 'la longitudine' },
  longitude: { label: 'Lng', other: 'la latitudine' },
};
const FIELDS: readonly Coordinate[] = ['latitude', 'longitude'];

type PositionCellsProps = { device: ManagedDevice; onNotice: (notice: Toast) => void };

/**
 * The coordinates of a device as inputs. Of a position both are known or none: one that is typed where the other is
 * missing waits, with a hint, and is saved together with it.
 */
export function PositionCells({ device, onNotice }: PositionCellsProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [wrong, setWrong] = useState<Coordinate>();
  const [hint, setHint] = useState<{ at: Coordinate; text: string }>();
  const hintId = useId();
  const update = useUpdateDevice({ onNotice });

  function save(left: Coordinate) {
    const read = changesOf(typed);
    setWrong('wrong' in read ? read.at : undefined);
    setHint(undefined);
    if ('wrong' in read) {
      onNotice({ kind: 'danger', text: 'Errore aggiornamento dispositivo', reason: read.wrong });
      return;
    }
    /** What the server has, or will have after the running request. */
    const stored = { ...device, ...(update.isPending && update.variables.changes) };
    const changed = FIELDS.filter((field) => read.changes[field] !== undefined).filter(
      (field) => read.changes[field] !== stored[field],
    );
    if (changed.length === 0) {
      if (!update.isPending) setTyped({});
    } else if (isHalfPosition({ ...stored, ...read.changes })) {
      setHint({ at: left, text: hintOf(left, { ...stored, ...read.changes }) });
    } else {
      const changes = Object.fromEntries(changed.map((field) => [field, read.changes[field]]));
      const onSuccess = () => setTyped((since) => withoutSaved(since, typed));
      update.mutate({ id: device.id, changes }, { onSuccess });
    }
  }

  return FIELDS.map((field) => (
    <td key={field} data-l={COORDINATES[field].label} data-cell="number">
      <TableInput
        aria-label={COORDINATES[field].label}
        aria-invalid={wrong === field || update.isError || undefined}
        aria-describedby={hint?.at === field ? hintId : undefined}
        data-field={field}
        value={typed[field] ?? device[field] ?? ''}
        onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
        onBlur={() => save(field)}
        onKeyDown={({ key }) => key === 'Enter' && save(field)}
      />
      {hint?.at === field && (
        <p id={hintId} className="muted small" role="status">
          {hint.text}
        </p>
      )}
      {update.isSuccess && field in update.variables.changes && !hint && !wrong && (
        <SavedMark>Salvato</SavedMark>
      )}
    </td>
  ));
}

function changesOf(typed: Typed): { changes: DeviceChanges } | { wrong: string; at: Coordinate } {
  const changes: DeviceChanges = {};
  for (const at of FIELDS) {
    const text = typed[at];
    if (text === undefined) continue;
    const read = changeOf(at, text);
    if ('wrong' in read) return { ...read, at };
    Object.assign(changes, read.changes);
  }
  return { changes };
}

function hintOf(left: Coordinate, after: Parameters<typeof isHalfPosition>[0]): string {
  const verb = (after[left] ?? null) === null ? 'togli' : 'scrivi';
  return `Non ancora salvata: ${verb} anche ${COORDINATES[left].other}`;
}

/** What was typed since, without the texts that are saved now. */
function withoutSaved(since: Typed, saved: Typed): Typed {
  const left = FIELDS.filter((field) => since[field] !== undefined && since[field] !== saved[field]);
  return Object.fromEntries(left.map((field) => [field, since[field]]));
}
