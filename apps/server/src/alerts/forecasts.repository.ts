import {
  ALERT_POLICIES,
  ALERT_POLICY_SETTING,
  type AlertPolicy,
} from '@semaforo/contract/domain/alert-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';

/** A Comune that lies, or has devices, in warning zones. */
export type ComuneInZones = { owner: Actor; zones: Set<string>; policy: AlertPolicy };

/** Reads for whom bulletins matter: every user with zones of their own or of their devices. */
export function createForecastsRepository(db: Kysely<Database>) {
  return {
    listComuni: async (): Promise<ComuneInZones[]> => {
      const users = await db.selectFrom('users').select(['id', 'username', 'role']).execute();
      const comuni = new Map<number, ComuneInZones>(
        users.map((owner) => [owner.id, { owner, zones: new Set<string>(), policy: 'propone' }]),
      );
      const ofUsers = await db.selectFrom('user_zones').selectAll().execute();
      const ofDevices = await db
        .selectFrom('device_zones')
        .innerJoin('devices', 'devices.id', 'device_zones.device_id')
        .select(['devices.owner_id as user_id', 'zone_code'])
        .distinct()
        .where('devices.type', '=', 'semaforo')
        .execute();
      for (const { user_id, zone_code } of [...ofUsers, ...ofDevices]) {
        comuni.get(user_id ?? 0)?.zones.add(zone_code);
      }
      const policies = await db
        .selectFrom('settings')
        .select(['user_id', 'value'])
        .where('key', '=', ALERT_POLICY_SETTING)
        .execute();
      for (const { user_id, value } of policies) {
        const comune = comuni.get(user_id);
        const policy = ALERT_POLICIES.find((one) => one === value);
        if (comune && policy) comune.policy = policy;
      }
      return [...comuni.values()].filter(({ zones }) => zones.size > 0);
    },
  };
}
