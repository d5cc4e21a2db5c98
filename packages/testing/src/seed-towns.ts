import { type Credentials, logIn } from '@semaforo/client';
import type { TownDevice, TownPage } from './demo-towns.mjs';

/** A Comune to create: the log-in of its operator, and its devices. */
export type Town = Credentials & { devices: readonly TownDevice[]; page?: TownPage };

/** What a device logs in with on the broker. */
type KeyedLogin = Credentials & { key: string };

/** Creates the towns, each with one operator and their devices, as the admin. Resolves to the devices' log-ins. */
export async function seedTowns(options: {
  origin: string;
  admin: Credentials;
  towns: readonly Town[];
}): Promise<KeyedLogin[]> {
  const logins: KeyedLogin[] = [];
  const admin = await logIn(options, options.admin);
  for (const { username, password, devices, page } of options.towns) {
    const { id: userId } = await admin('createUser', { body: { username, password } });
    if (page) await admin('saveUserSetting', { params: { id: userId }, body: { ...page } });
    for (const { shows: _, ...device } of devices) {
      const { id } = await admin('createDevice', { body: { ...device, userId } });
      const login = await admin('makeCredentials', { params: { id } });
      logins.push({ ...login, key: device.topic });
    }
  }
  return logins;
}
