import type { OwnZone } from '@semaforo/contract/api/zones';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { isForeignKeyViolation } from '../database/constraint-errors.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import { endsAfter } from './zones.repository.ts';

/** `unknown-zone`: no zone has one of the codes, now or later. */
export type SavedPlace = 'saved' | 'absent' | 'unknown-zone';

type DeviceZone = { id: number; name: string | null; zone: OwnZone };

/** In which zones users and devices are. `today`: `2026-11-22`, by which codes have their names. */
export type PlacesRepository = {
  userExists: (userId: number) => Promise<boolean>;
  ofUser: (userId: number, today: string) => Promise<OwnZone[]>;
  /** The zones of the devices that have one of their own, as far as the actor may see them. */
  ofDevices: (actor: Actor, today: string) => Promise<DeviceZone[]>;
  saveOfUser: (
    userId: number,
    codes: readonly string[],
    today: string,
    act: AuditContext,
  ) => Promise<SavedPlace>;
  saveOfDevice: (
    deviceId: number,
    code: string | null,
    today: string,
    act: AuditContext,
  ) => Promise<SavedPlace>;
};

export function createPlacesRepository(db: Kysely<Database>): PlacesRepository {
  const namesOf = async (codes: readonly string[], today: string) => {
    if (codes.length === 0) return new Map<string, string>();
    const rows = await db
      .selectFrom('zones')
      .select(['code', 'name'])
      .where('code', 'in', codes)
      .where('valid_from', '<=', today)
      .where((eb) => endsAfter(eb, today))
      .execute();
    return new Map(rows.map(({ code, name }) => [code, name]));
  };
  const nameAll = async (codes: readonly string[], today: string): Promise<OwnZone[]> => {
    const names = await namesOf(codes, today);
    return codes.map((code) => ({ code, name: names.get(code) ?? null }));
  };
  const areKnown = async (codes: readonly string[], today: string) => {
    if (codes.length === 0) return true;
    const known = await db
      .selectFrom('zones')
      .select('code')
      .distinct()
      .where('code', 'in', codes)
      .where((eb) => endsAfter(eb, today))
      .execute();
    return known.length === new Set(codes).size;
  };

  return {
    userExists: async (userId) =>
      (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined,
    ofUser: async (userId, today) => nameAll(await codesOf(db, userId), today),
    ofDevices: async (actor, today) => {
      const rows = await db
        .selectFrom('device_zones')
        .innerJoin('devices', 'devices.id', 'device_zones.device_id')
        .select(['devices.id', 'devices.name', 'device_zones.zone_code'])
        .$if(actor.role !== 'admin', (query) => query.where('devices.owner_id', '=', actor.id))
        .orderBy('devices.id')
        .execute();
      const names = await namesOf([...new Set(rows.map(({ zone_code }) => zone_code))], today);
      return rows.map(({ id, name, zone_code: code }) => ({
        id,
        name,
        zone: { code, name: names.get(code) ?? null },
      }));
    },
    saveOfUser: async (userId, codes, today, act) => {
      if (!(await areKnown(codes, today))) return 'unknown-zone';
      return unlessAbsent(() =>
        db.transaction().execute((transaction) => saveOfUser(transaction, userId, codes, act)),
      );
    },
    saveOfDevice: async (deviceId, code, today, act) => {
      if (code !== null && !(await areKnown([code], today))) return 'unknown-zone';
      return unlessAbsent(() =>
        db.transaction().execute((transaction) => saveOfDevice(transaction, deviceId, code, act)),
      );
    },
  };
}

async function codesOf(db: Kysely<Database>, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_zones')
    .select('zone_code')
    .where('user_id', '=', userId)
    .orderBy('zone_code')
    .execute();
  return rows.map(({ zone_code }) => zone_code);
}

async function saveOfUser(
  db: Kysely<Database>,
  userId: number,
  codes: readonly string[],
  act: AuditContext,
): Promise<SavedPlace> {
  const before = await codesOf(db, userId);
  const after = [...new Set(codes)].sort();
  if (before.join() === after.join()) return 'saved';
  await db.deleteFrom('user_zones').where('user_id', '=', userId).execute();
  const rows = after.map((code) => ({ user_id: userId, zone_code: code }));
  if (rows.length > 0) await db.insertInto('user_zones').values(rows).execute();
  await appendAudit(db, { ...act, action: 'zones.assign', target: `user:${userId}`, before, after });
  return 'saved';
}

async function saveOfDevice(
  db: Kysely<Database>,
  deviceId: number,
  code: string | null,
  act: AuditContext,
): Promise<SavedPlace> {
  const device = await db.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst();
  if (!device) return 'absent';
  const former = await db
    .deleteFrom('device_zones')
    .where('device_id', '=', deviceId)
    .returning('zone_code')
    .executeTakeFirst();
  const before = former?.zone_code ?? null;
  if (code !== null) {
    await db.insertInto('device_zones').values({ device_id: deviceId, zone_code: code }).execute();
  }
  if (before === code) return 'saved';
  const target = `device:${deviceId}`;
  await appendAudit(db, { ...act, action: 'zones.assign', target, before, after: code });
  return 'saved';
}

/** The user or the device was deleted in the meantime. */
async function unlessAbsent(save: () => Promise<SavedPlace>): Promise<SavedPlace> {
  try {
    return await save();
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'absent';
    throw error;
  }
}
