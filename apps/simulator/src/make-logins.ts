import { type Credentials, logIn } from '@semaforo/client';
import type { DeviceLogin } from './device-logins.ts';

/** The console whose devices are simulated, and an admin of it. */
export type Console = { origin: string; admin: Credentials };

/**
 * Makes new credentials for the devices with those keys, by the API of the console; the former ones end. Rejects when
 * the console does not know one of them.
 */
export async function makeLogins(
  { origin, admin: credentials }: Console,
  keys: readonly string[],
): Promise<Map<string, DeviceLogin>> {
  const admin = await logIn({ origin }, credentials);
  const { devices } = await admin('listManagedDevices');
  const ids = new Map(devices.map(({ topic, id }) => [topic, id]));
  const unknown = keys.find((key) => !ids.has(key));
  if (unknown !== undefined) throw new Error(`la console ${origin} non ha il dispositivo ${unknown}`);
  const logins = new Map<string, DeviceLogin>();
  for (const key of keys) {
    logins.set(key, await admin('makeCredentials', { params: { id: ids.get(key) ?? 0 } }));
  }
  return logins;
}
