import type { Town } from './town.ts';

/** Gives devices, by name, a latitude and longitude. */
export async function place(
  { adminApi }: Pick<Town, 'adminApi'>,
  places: Record<string, [latitude: number, longitude: number]>,
): Promise<void> {
  const { devices } = await adminApi('listManagedDevices');
  for (const [name, [latitude, longitude]] of Object.entries(places)) {
    const device = devices.find((each) => each.name === name);
    if (device === undefined) throw new Error(`no device ${name} to place`);
    await adminApi('updateDevice', { params: { id: String(device.id) }, body: { latitude, longitude } });
  }
}
