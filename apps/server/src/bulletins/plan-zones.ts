import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import type { ZonesTable } from '../database/schema/zones.ts';
import type { CsvZone } from './check-zone-csv.ts';

/** What an import changes: validities to write, by code and first day, and those to delete. */
export type ZonePlan = {
  created: ZonesTable[];
  changed: ZonesTable[];
  deleted: ZonesTable[];
  /** How many zones of the table are new, are known otherwise, stay as they are; how many others end. */
  counts: { created: number; updated: number; unchanged: number; ended: number };
};

/**
 * How the stored zones become those of a table. With a day (`2026-06-01`) what the table says counts from that day on,
 * and what was before still counts until then: bulletins of earlier days are read by it. Without one the table corrects
 * what is stored. `isWhole`: zones that it lacks end, on that day or today.
 */
export function planZones(
  stored: readonly ZonesTable[],
  given: readonly CsvZone[],
  { validFrom, today, isWhole }: { validFrom: string | undefined; today: string; isWhole: boolean },
): ZonePlan {
  const open = new Map(stored.filter(({ valid_to }) => valid_to === null).map((zone) => [zone.code, zone]));
  // By first day: the last one says when a zone that is no more had ended.
  const ends = new Map(stored.map(({ code, valid_to }) => [code, valid_to]));
  const plan: ZonePlan = {
    created: [],
    changed: [],
    deleted: [],
    counts: { created: 0, updated: 0, unchanged: 0, ended: 0 },
  };
  const end = (zone: ZonesTable, day: string) => {
    if (zone.valid_from >= day) plan.deleted.push(zone);
    else plan.changed.push({ ...zone, valid_to: day });
  };

  const correct = (current: ZonesTable, row: ZonesTable) => {
    plan.counts.updated += 1;
    const isRenamedLater =
      validFrom !== undefined && validFrom > current.valid_from && current.name !== row.name;
    if (!isRenamedLater) return void plan.changed.push({ ...row, valid_from: current.valid_from });
    end(current, validFrom);
    plan.created.push({ ...row, valid_from: validFrom });
  };

  for (const zone of given) {
    const current = open.get(zone.code);
    const row = rowOf(zone, current);
    if (!current) {
      plan.created.push({ ...row, valid_from: beginning(ends.get(zone.code), validFrom ?? null, today) });
      plan.counts.created += 1;
    } else if (current.name === row.name && current.region === row.region) plan.counts.unchanged += 1;
    else correct(current, row);
  }
  if (!isWhole) return plan;
  const named = new Set(given.map(({ code }) => code));
  const gone = [...open.values()].filter(({ code }) => !named.has(code));
  for (const zone of gone) end(zone, validFrom ?? today);
  plan.counts.ended = gone.length;
  return plan;
}

/** A zone that is new counts as long as anybody remembers, one that comes back not before it had ended. */
function beginning(endedOn: string | null | undefined, validFrom: string | null, today: string): string {
  if (typeof endedOn !== 'string') return validFrom ?? '';
  const from = validFrom ?? today;
  return from > endedOn ? from : endedOn;
}

function rowOf({ code, name, region }: CsvZone, current: ZonesTable | undefined): ZonesTable {
  return {
    code,
    name,
    folded_name: foldName(name),
    region: region === undefined || region === '' ? (current?.region ?? null) : region,
    valid_from: '',
    valid_to: null,
  };
}
