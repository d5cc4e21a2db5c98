import type { Availability } from '@semaforo/contract/api/alarms';
import { csvLines } from '@semaforo/contract/domain/csv';
import { labelOf } from '@semaforo/contract/domain/label';
import { TIME_ZONE } from '@semaforo/contract/domain/rome-time';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

/** `neverHeard`: it never spoke of a lamp. */
type Known = Parameters<typeof labelOf>[0] & { id: number; neverReported: boolean };

/**
 * For how long of a month (`2026-11`, Rome's) each device was without an error, as far as errors are remembered: from
 * when it was registered on. Devices registered after the month are left out; one that was never heard has none.
 */
export async function readAvailability(
  db: Kysely<Database>,
  devices: readonly Known[],
  { month, now }: { month: string; now: number },
): Promise<Availability> {
  const { from, end } = monthInRome(month);
  const to = Math.max(from, Math.min(end, now));
  const down = new Map<number, { ms: number; errors: number }>();
  const since = new Map<number, number>();
  const slices = createTimeSlices();
  for (const some of inChunks(devices)) {
    const ids = some.map(({ id }) => id);
    for (const device of await listRegistered(db, ids))
      since.set(device.id, Math.max(from, device.created_at));
    const errors = await db
      .selectFrom('device_errors')
      .select(['device_id', 'began_at', 'ended_at'])
      .where('kind', '=', 'error')
      .where('device_id', 'in', ids)
      .where('began_at', '<', to)
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
      .execute();
    for (const { device_id: id, began_at: beganAt, ended_at: endedAt } of errors) {
      const former = down.get(id) ?? { ms: 0, errors: 0 };
      const ms = Math.min(endedAt ?? to, to) - Math.max(beganAt, from);
      down.set(id, { ms: former.ms + Math.max(0, ms), errors: former.errors + 1 });
    }
    await slices.yieldToEventLoop();
  }
  return {
    ...{ month, from: isoTime(from), to: isoTime(to) },
    devices: devices.flatMap((device) => {
      const seconds = Math.round((to - (since.get(device.id) ?? to)) / 1000);
      if (seconds <= 0) return [];
      const { ms, errors } = down.get(device.id) ?? { ms: 0, errors: 0 };
      const downSeconds = Math.min(seconds, Math.round(ms / 1000));
      const percent = Math.floor(((seconds - downSeconds) / seconds) * 10_000) / 100;
      const known = { id: device.id, name: labelOf(device), seconds, down_seconds: downSeconds, errors };
      return [{ ...known, percent: device.neverReported ? null : percent }];
    }),
  };
}

function listRegistered(db: Kysely<Database>, ids: readonly number[]) {
  return db.selectFrom('devices').select(['id', 'created_at']).where('id', 'in', ids).execute();
}

/** As a table for a spreadsheet with a header, in pieces. */
export async function* writeAvailabilityCsv({ month, devices }: Availability): AsyncGenerator<string> {
  const slices = createTimeSlices();
  yield csvLines([['mese', 'dispositivo', 'disponibilità %', 'ore in errore', 'errori']]);
  for (const some of inChunks(devices)) {
    yield csvLines(
      some.map(({ name, percent, down_seconds: down, errors }) => [
        month,
        name,
        percent ?? 'mai sentito',
        percent === null ? '' : Math.round(down / 36) / 100,
        errors,
      ]),
    );
    await slices.yieldToEventLoop();
  }
}

/** Its first instant and that of the next month, in Rome (epoch ms). */
function monthInRome(month: string): { from: number; end: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: midnightInRome(year, number - 1), end: midnightInRome(year, number) };
}

function midnightInRome(year: number, monthIndex: number): number {
  const asUtc = Date.UTC(year, monthIndex, 1);
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', hourCycle: 'h23' }).format(
      asUtc,
    ),
  );
  return asUtc - hour * 3_600_000;
}
