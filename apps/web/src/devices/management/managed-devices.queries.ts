import type { ManagedDevice } from '@semaforo/contract/api/devices';
import type { Answer, Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { managedDeviceListQuery } from '../../api/managed-device-list.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

/** What the device form sends. */
export type NewDevice = Sent<Routes['createDevice']>['body'];
/** The changed fields of a device; absent fields stay. */
export type DeviceChanges = Sent<Routes['updateDevice']>['body'];

type NoticeOptions = { onNotice: (notice: Toast) => void };
type DeviceList = Answer<Routes['listManagedDevices']>;

/** The queries to read again after a change: the lists of devices, and the users with their devices. */
const DEVICE_QUERIES = [
  queryKeys.managedDevices,
  queryKeys.devicePages,
  queryKeys.deviceStatuses,
  queryKeys.users,
];

/** All devices as an admin sees them, sorted by name, or by topic if no name. */
export const managedDevicesQuery = queryOptions({
  ...managedDeviceListQuery,
  select: ({ devices }: DeviceList) => devices.toSorted((a, b) => byItalianOrder(labelOf(a), labelOf(b))),
});

/** The devices whose name or topic contains the query, in any case, and the device with `alwaysId`. */
export function devicesMatching<Device extends Pick<ManagedDevice, 'id' | 'name' | 'topic'>>(
  devices: readonly Device[],
  query: string,
  alwaysId?: number,
): readonly Device[] {
  const text = query.trim().toLowerCase();
  if (text === '') return devices;
  return devices.filter(
    ({ id, name, topic }) =>
      id === alwaysId || topic.toLowerCase().includes(text) || name?.toLowerCase().includes(text) === true,
  );
}

/** Creates a device. */
export function useCreateDevice({ onNotice }: NoticeOptions) {
  return useMutationWithNotice({
    mutationFn: (body: NewDevice) => callRoute('createDevice', { body }),
    onNotice,
    successText: 'Dispositivo creato con successo',
    failureText: 'Errore creazione dispositivo',
    preferServerText: true,
    invalidates: DEVICE_QUERIES,
  });
}

/** Changes a device. */
export function useUpdateDevice({ onNotice }: NoticeOptions) {
  const showChanged = useShowChanged();
  return useMutationWithNotice({
    mutationFn: ({ id, changes }: { id: number; changes: DeviceChanges }) =>
      callRoute('updateDevice', { params: { id }, body: changes }),
    onNotice,
    successText: 'Dispositivo aggiornato con successo',
    failureText: 'Errore aggiornamento dispositivo',
    invalidates: DEVICE_QUERIES,
    onSuccess: showChanged,
  });
}

/** Deletes a device. */
export function useDeleteDevice({ onNotice, onDone }: NoticeOptions & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('deleteDevice', { params: { id } }),
    onNotice,
    failureText: 'Errore cancellazione dispositivo',
    invalidates: DEVICE_QUERIES,
    onSuccess: onDone,
  });
}

/** Gives a device to another user. */
export function useAssignDevice({ onNotice, onDone }: NoticeOptions & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: ({ id, userId }: { id: number; userId: number }) =>
      callRoute('assignDevice', { params: { id }, body: { userId } }),
    onNotice,
    successText: 'Dispositivo aggiornato con successo',
    failureText: 'Errore assegnazione dispositivo',
    invalidates: DEVICE_QUERIES,
    onSuccess: onDone,
  });
}

/**
 * Writes the server's answer to the list at once, so that the old value does not appear again until the next reading.
 */
function useShowChanged() {
  const queryClient = useQueryClient();
  return (changed: ManagedDevice) =>
    queryClient.setQueryData<DeviceList>(
      queryKeys.managedDevices,
      (list) =>
        list && { devices: list.devices.map((device) => (device.id === changed.id ? changed : device)) },
    );
}
