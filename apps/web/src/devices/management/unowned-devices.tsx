import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { managedDevicesQuery } from './managed-devices.queries.ts';
import { OwnedDevicesTable } from './owned-devices-table.tsx';

/** The devices that a deleted user left without owner, to be assigned to someone else; nothing when there are none. */
export function UnownedDevices(props: Omit<ComponentProps<typeof OwnedDevicesTable>, 'owner'>) {
  const { data: devices = [] } = useQuery(managedDevicesQuery);
  if (devices.every(({ userId }) => userId !== null)) return null;
  return <OwnedDevicesTable {...props} owner={null} />;
}
