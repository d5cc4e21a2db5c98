import { deviceRoutes, type ManagedDevice } from '@semaforo/contract/api/devices';
import { DEVICE_TYPES } from '@semaforo/contract/domain/channels';
import { DEVICE_PROFILES, PROFILE_NAMES, USUAL_PROFILE } from '@semaforo/contract/domain/device-profiles';
import { z } from 'zod';
import { readDecimal } from '../../platform/decimal-field.ts';
import type { DeviceChanges, NewDevice } from './managed-devices.queries.ts';

/** The fields of a device that are typed. */
export type DeviceField = keyof DeviceChanges;

export const DEVICE_TYPE_OPTIONS = DEVICE_TYPES.map((type) => ({ value: type, label: type }));

export const PROFILE_OPTIONS = DEVICE_PROFILES.map((profile) => ({
  value: profile,
  label: PROFILE_NAMES[profile],
}));

/** 'semaforo', 'semaforo, Tasmota': what it is, and how it speaks when that is not the usual. */
export function formatType({ type, profile }: Pick<ManagedDevice, 'type' | 'profile'>): string {
  return profile === USUAL_PROFILE ? type : `${type}, ${PROFILE_NAMES[profile]}`;
}

/**
 * Checks one typed field. Returns the change to send (a blank latitude or longitude is null) or the Italian sentence
 * of the error.
 */
export function changeOf(field: DeviceField, typed: string): { changes: DeviceChanges } | { wrong: string } {
  const decimal = field === 'latitude' || field === 'longitude';
  const { success, data, error } = deviceRoutes.updateDevice.body.safeParse({
    [field]: decimal ? readDecimal(typed) : typed.trim(),
  });
  return success ? { changes: data } : { wrong: error.issues[0]?.message ?? '' };
}

const typedDevice = z.object({
  name: z.string(),
  topic: z.string(),
  type: z.enum(DEVICE_TYPES),
  profile: z.enum(DEVICE_PROFILES),
  latitude: z.string(),
  longitude: z.string(),
  userId: z.string(),
});

/** The new-device form as it is typed. */
export type DeviceFormValues = z.input<typeof typedDevice>;

/** Checks the typed form and turns it into the device to create; optional fields that are blank are left out. */
export const newDeviceSchema = typedDevice
  .transform(
    (form): NewDevice => ({
      topic: form.topic.trim(),
      type: form.type,
      profile: form.profile,
      userId: Number(form.userId),
      ...(form.name.trim() !== '' && { name: form.name }),
      ...(form.latitude.trim() !== '' && { latitude: readDecimal(form.latitude) }),
      ...(form.longitude.trim() !== '' && { longitude: readDecimal(form.longitude) }),
    }),
  )
  .pipe(deviceRoutes.createDevice.body);
