import { useQuery } from '@tanstack/react-query';
import type { Toast } from '../../ui/toast.tsx';
import { managedDevicesQuery } from './managed-devices.queries.ts';
import { OwnedDevicesTable } from './owned-devices-table.tsx';
import type { Owner } from './owner.ts';

/** The devices that a deleted user left without owner, to be assigned to someone else; nothing when there are none. */
export function UnownedDevices(props: { users: readonly Owner[]; onNotice: (notice: Toast) => void }) {
  const { data: devices = [] } = useQuery(managedDevicesQuery);
  if (devices.every(({ userId }) => userId !== null)) return null;
  return <OwnedDevicesTable {...props} owner={null} />;
}
