import type { credentialRoutes } from '@semaforo/contract/api/credentials';
import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound } from '../platform/refusal.ts';
import type { CredentialsRepository } from './credentials.repository.ts';
import type { DeviceLoginList } from './device-logins.ts';
import type { createMakeCredentials } from './make-credentials.ts';

export function createCredentialHandlers(options: {
  repository: Pick<CredentialsRepository, 'find' | 'listOf' | 'delete'>;
  logins: Pick<DeviceLoginList, 'seenLately'>;
  make: ReturnType<typeof createMakeCredentials>;
  changed: (deviceId: number) => Promise<void>;
  managedDevice: (deviceId: number) => Promise<ManagedDevice | undefined>;
  clock: Clock;
}): Handlers<typeof credentialRoutes> {
  const { repository, logins, clock } = options;
  return {
    getManagedDevice: async ({ params }) => {
      const device = await options.managedDevice(params.id);
      if (!device) return notFound();
      const stored = await repository.find(params.id);
      if (!stored) return { ...device, credentials: null };
      const { username, createdAt, lastSeen } = stored;
      const credentials = {
        username,
        created_at: isoTime(createdAt),
        last_seen: isoTime(logins.seenLately(username) ?? lastSeen),
      };
      return { ...device, credentials };
    },
    listCredentials: async ({ query }) => {
      const stored = await repository.listOf(query.userId ?? null);
      const credentials = stored.map(({ deviceId, username, lastSeen }) => ({
        device_id: deviceId,
        last_seen: isoTime(logins.seenLately(username) ?? lastSeen),
      }));
      return { credentials };
    },
    makeCredentials: (call) => options.make(call.params.id, authorOf(call)),
    revokeCredentials: async (call) => {
      const act = { author: authorOf(call), at: clock.now() };
      if (!(await repository.delete(call.params.id, act))) return notFound();
      await options.changed(call.params.id);
      return undefined;
    },
  };
}
