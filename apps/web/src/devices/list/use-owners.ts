import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { managedDeviceListQuery } from '../../api/managed-device-list.ts';

/** Whose a device is. */
export type Comune = { id: number; username: string };

/** The owner of each device by its id, for an admin; undefined for others and until it is read. */
export type Owners = ReadonlyMap<number, Comune> | undefined;

/** Reads whose the devices are. Others than admins see only their own, and read nothing. */
export function useOwners(isAdmin: boolean): Owners {
  return useQuery({ ...managedDeviceListQuery, select: ownersOf, enabled: isAdmin }).data;
}

function ownersOf({ devices }: { devices: readonly ManagedDevice[] }): Map<number, Comune> {
  return new Map(
    devices.flatMap(({ id, userId, username }) =>
      userId === null || username === null ? [] : [[id, { id: userId, username }] as const],
    ),
  );
}
