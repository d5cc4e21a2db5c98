import { type Credentials, logIn } from '@semaforo/client';
import type { TownDevice } from './demo-towns.mjs';

/** A Comune to create: the log-in of its operator, and its devices. */
export type Town = Credentials & { devices: readonly TownDevice[] };

/** Logs the admin in and creates the towns, each with one operator and their devices. */
export async function seedTowns(options: {
  origin: string;
  admin: Credentials;
  towns: readonly Town[];
}): Promise<void> {
  const admin = await logIn(options, options.admin);
  for (const { username, password, devices } of options.towns) {
    const { id: userId } = await admin('createUser', { body: { username, password } });
    for (const { shows: _, ...device } of devices) {
      await admin('createDevice', { body: { ...device, userId } });
    }
  }
}
