import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** A device as an admin sees it, with what is known of its credentials. */
export function managedDeviceQuery(deviceId: number) {
  return queryOptions({
    queryKey: queryKeys.managedDevice(deviceId),
    queryFn: ({ signal }) => callRoute('getManagedDevice', { params: { id: deviceId }, signal }),
  });
}
