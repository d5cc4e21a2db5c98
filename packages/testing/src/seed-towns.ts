import { type Credentials, logIn } from '@semaforo/client';
import type { TownDevice, TownPage, TownSite } from './demo-towns.mjs';

/** A Comune to create: the log-in of its operator, and its devices. */
export type Town = Credentials & { devices: readonly TownDevice[]; page?: TownPage; site?: TownSite };

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
  for (const { username, password, devices, page, site } of options.towns) {
    const { id: userId } = await admin('createUser', { body: { username, password } });
    if (page) await admin('saveUserSetting', { params: { id: userId }, body: { ...page } });
    const ids = new Map<string, number>();
    for (const { shows: _, ...device } of devices) {
      const { id } = await admin('createDevice', { body: { ...device, userId } });
      const login = await admin('makeCredentials', { params: { id } });
      logins.push({ ...login, key: device.topic });
      ids.set(device.topic, id);
    }
    if (site) {
      const body = { ...site.rule, device_ids: [ids.get(site.signal) ?? 0] };
      await admin('saveSensorRule', { params: { id: ids.get(site.gauge) ?? 0 }, body });
    }
  }
  return logins;
}
