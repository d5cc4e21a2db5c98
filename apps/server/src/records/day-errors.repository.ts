import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { KeptErrorKind } from '../database/schema/device-past.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { DaySource } from './day-source.ts';

export type OwnedDevice = Parameters<typeof labelOf>[0] & { id: number; ownerId: number | null };

/**
 * The errors of devices that touch a day, and when they were out of sync. What a device said belongs to the device:
 * they are told to whom it belongs now (docs/rules.md#past-of-a-device).
 */
export function createDayErrors(db: Kysely<Database>, listDevices: () => readonly OwnedDevice[]): DaySource {
  return async ({ ownerId, from, to, limit }) => {
    const devices = listDevices().filter((device) => ownerId === undefined || device.ownerId === ownerId);
    const names = new Map(devices.map((device) => [device.id, labelOf(device)]));
    const found: {
      device_id: number;
      kind: KeptErrorKind;
      reason: string;
      began_at: number;
      ended_at: number | null;
    }[] = [];
    const slices = createTimeSlices();
    for (const some of inChunks([...names.keys()])) {
      const rows = await db
        .selectFrom('device_errors')
        .select(['device_id', 'kind', 'reason', 'began_at', 'ended_at'])
        .where('device_id', 'in', some)
        .where('began_at', '<', to)
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
        .orderBy('began_at')
        .limit(limit)
        .execute();
      found.push(...rows);
      await slices.yieldToEventLoop();
    }
    return found
      .sort((one, other) => one.began_at - other.began_at)
      .slice(0, limit)
      .map(({ device_id: id, kind, reason, began_at: beganAt, ended_at: endedAt }) => ({
        kind: kind === 'error' ? 'errore' : 'diverso',
        test: false,
        at: isoTime(beganAt),
        until: isoTime(endedAt),
        what: reason,
        whom: names.get(id) ?? '',
        outcome: endedAt === null ? 'in corso' : 'finito',
        author: null,
        approved_by: null,
      }));
  };
}
