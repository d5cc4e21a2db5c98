import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TableSelect } from '../../ui/table-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { useAssignDevice } from './managed-devices.queries.ts';
import { NO_OWNER, type Owner } from './owner.ts';

/**
 * With more users than this, a drop-down lists them only while it is used: a hundred rows would hold a hundred lists.
 */
const LISTED_ALWAYS = 50;

type OwnerSelectProps = {
  device: ManagedDevice;
  users: readonly Owner[];
  onNotice: (notice: Toast) => void;
  onDone: () => void;
};

/** The owner of a device. Choosing another assigns nothing yet: that is done by a button that names both Comuni. */
export function OwnerSelect({ device, users, ...options }: OwnerSelectProps) {
  const [inUse, setInUse] = useState(false);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const assign = useAssignDevice(options);
  const ownerId = chosenId ?? device.userId;
  const chosen = chosenId === device.userId ? undefined : users.find(({ id }) => id === chosenId);
  const listed = inUse || users.length <= LISTED_ALWAYS ? users : users.filter(({ id }) => id === ownerId);
  return (
    <>
      <TableSelect
        aria-label={`Assegna ${labelOf(device)}`}
        value={ownerId ?? ''}
        aria-disabled={assign.isPending}
        onPointerDown={() => setInUse(true)}
        onFocus={() => setInUse(true)}
        onBlur={() => setInUse(false)}
        onChange={(event) => {
          if (!assign.isPending) setChosenId(Number(event.target.value));
        }}
      >
        {device.userId === null && (
          <option value="" disabled>
            {NO_OWNER}
          </option>
        )}
        {listed.map((user) => (
          <option key={user.id} value={user.id}>
            {user.username}
          </option>
        ))}
      </TableSelect>
      {chosen && (
        <>
          <Button
            size="small"
            aria-disabled={assign.isPending}
            onClick={() => {
              if (assign.isPending) return;
              assign.mutate({ id: device.id, userId: chosen.id }, { onSettled: () => setChosenId(null) });
            }}
          >
            {device.username === null
              ? `Assegna a ${chosen.username}`
              : `Passa da ${device.username} a ${chosen.username}`}
          </Button>
          <Button size="small" variant="outline" onClick={() => setChosenId(null)}>
            Annulla
          </Button>
        </>
      )}
    </>
  );
}
