import type { DeviceHour } from '@semaforo/contract/api/device-past';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { LAMP_COLORS, type LampColor, type Lamps } from '@semaforo/contract/domain/lamps';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

export const HOUR_MS = 3_600_000;
export const HOURS = 24;

/** A change of a lamp, as the device said it; `first`: of what it said before, nothing is stored. */
type Change = { at: number; lamp: LampColor; on: boolean; first: boolean };

/** What is stored of a device since `from` (epoch ms): changes, newest first. */
export type StoredHours = {
  changes: readonly Change[];
  /** The beginnings of the hours in which it measured something. */
  measured: ReadonlySet<number>;
  errors: readonly { from: number; to: number | null }[];
};

/** What is stored of those devices since an instant that begins an hour. */
export async function readStoredHours(
  db: Kysely<Database>,
  { ids, from }: { ids: readonly number[]; from: number },
): Promise<ReadonlyMap<number, StoredHours>> {
  if (ids.length === 0) return new Map();
  const changes = await db
    .selectFrom('device_reports')
    .select(['id', 'device_id', 'at', 'lamp', 'is_on'])
    .where('device_id', 'in', ids)
    .where('at', '>=', from)
    .orderBy('id', 'desc')
    .execute();
  const firsts = await db
    .selectFrom('device_reports')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('device_id', 'in', ids)
    .groupBy(['device_id', 'lamp'])
    .execute();
  const measures = await db
    .selectFrom('device_metrics')
    .select((eb) => ['device_id', eb('minute', '-', eb('minute', '%', eb.lit(HOUR_MS))).as('hour')])
    .distinct()
    .where('device_id', 'in', ids)
    .where('minute', '>=', from)
    .execute();
  const errors = await db
    .selectFrom('device_errors')
    .select(['device_id', 'began_at', 'ended_at'])
    .where('kind', '=', 'error')
    .where('device_id', 'in', ids)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
    .execute();
  const isFirst = new Set(firsts.map(({ id }) => id));
  const changesOf = groupBy(changes, ({ device_id }) => device_id);
  const measuresOf = groupBy(measures, ({ device_id }) => device_id);
  const errorsOf = groupBy(errors, ({ device_id }) => device_id);
  return new Map(
    ids.map((id) => [
      id,
      {
        changes: (changesOf.get(id) ?? []).map(({ id: changeId, at, lamp, is_on }) => ({
          ...{ at, lamp, on: is_on === 1, first: isFirst.has(changeId) },
        })),
        measured: new Set((measuresOf.get(id) ?? []).map(({ hour }) => Number(hour))),
        errors: (errorsOf.get(id) ?? []).map(({ began_at: begun, ended_at: to }) => ({ from: begun, to })),
      },
    ]),
  );
}

/**
 * The hours of a device from `from` on, the last one under way: what it shows now, taken back change by change. Of the
 * time before its first word nothing is known; an hour in which it neither changed nor measured anything may have
 * passed in silence.
 */
export function hoursOf(
  { changes, measured, errors }: StoredHours,
  present: { lamps: Lamps; updatedAt: number | null; from: number },
): DeviceHour[] {
  const { from, updatedAt } = present;
  /** What was said of each lamp at the moment to which we have come back. */
  const words = new Map(LAMP_COLORS.flatMap((lamp) => wordOf(present.lamps, lamp)));
  let next = 0;
  const hours = Array.from({ length: HOURS }, (_, back): DeviceHour => {
    const begin = from + (HOURS - 1 - back) * HOUR_MS;
    const end = begin + HOUR_MS;
    let shown = gravestOf(words);
    let changed = false;
    for (let change = changes[next]; change && change.at >= begin; change = changes[next]) {
      next += 1;
      changed = true;
      if (change.first) words.delete(change.lamp);
      else words.set(change.lamp, !change.on);
      shown = graver(shown, gravestOf(words));
    }
    const isLast = updatedAt !== null && updatedAt >= begin && updatedAt < end;
    return {
      shown,
      spoke: changed || isLast || measured.has(begin),
      error: errors.some((error) => error.from < end && (error.to ?? end) > begin),
    };
  });
  return hours.reverse();
}

function wordOf(lamps: Lamps, lamp: LampColor): [LampColor, boolean][] {
  const word = lamps[lamp];
  return word ? [[lamp, word.on]] : [];
}

type Shown = DeviceHour['shown'];

/** Of several that are lit the gravest; null when nothing was said of any lamp. */
function gravestOf(words: ReadonlyMap<LampColor, boolean>): Shown {
  const lit = LAMP_COLORS.filter((lamp) => words.get(lamp));
  return lit.at(-1) ?? (words.size > 0 ? 'spento' : null);
}

function graver(one: Shown, other: Shown): Shown {
  if (one === null || other === null) return one ?? other;
  return rankOf(one) >= rankOf(other) ? one : other;
}

function rankOf(status: DeviceStatus): number {
  return status === 'spento' ? -1 : LAMP_COLORS.indexOf(status);
}
