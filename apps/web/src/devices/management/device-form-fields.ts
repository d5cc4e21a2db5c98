import { deviceRoutes } from '@semaforo/contract/api/devices';
import { DEVICE_TYPES } from '@semaforo/contract/domain/channels';
import type { DeviceChanges, NewDevice } from './managed-devices.queries.ts';

/** The fields of a device that are typed. */
export type DeviceField = keyof DeviceChanges;

/** The new-device form as it is typed. */
export type DeviceFormValues = Record<DeviceField | 'userId', string>;

export const DEVICE_TYPE_OPTIONS = DEVICE_TYPES.map((type) => ({ value: type, label: type }));

/** A typed decimal, with point or comma; null when blank, NaN when it is no number. */
export function decimalOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : Number(text);
}

/** One typed field as the change to send (a blank latitude or longitude is null), or the sentence that says what is wrong with it. */
export function changeOf(field: DeviceField, typed: string): { changes: DeviceChanges } | { wrong: string } {
  const decimal = field === 'latitude' || field === 'longitude';
  const { success, data, error } = deviceRoutes.updateDevice.body.safeParse({
    [field]: decimal ? decimalOf(typed) : typed.trim(),
  });
  return success ? { changes: data } : { wrong: error.issues[0]?.message ?? '' };
}

/** The typed form as the device to create (blank optional fields are left out), or what is wrong, by field. */
export function newDeviceOf(
  form: DeviceFormValues,
): { device: NewDevice } | { wrong: { field: string; sentence: string }[] } {
  const { success, data, error } = deviceRoutes.createDevice.body.safeParse({
    topic: form.topic.trim(),
    type: form.type,
    userId: Number(form.userId),
    ...(form.name.trim() !== '' && { name: form.name }),
    ...(form.latitude.trim() !== '' && { latitude: decimalOf(form.latitude) }),
    ...(form.longitude.trim() !== '' && { longitude: decimalOf(form.longitude) }),
  });
  if (success) return { device: data };
  return { wrong: error.issues.map(({ path, message }) => ({ field: String(path[0]), sentence: message })) };
}
