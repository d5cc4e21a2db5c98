import type { ComuneRecord, ComuniTableRecord, ZoneCsvReport } from '@semaforo/contract/api/zones';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import pLimit from 'p-limit';
import { type AuditAuthor, PROGRAM } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { Clock } from '../platform/clock.ts';
import { BUILT_IN_DAY, type readBuiltInZones } from './built-in-zones.ts';
import { type CsvComune, checkZoneCsv } from './check-zone-csv.ts';
import { planZones, type ZonePlan } from './plan-zones.ts';
import type { ComuniPlan, ZonesRepository } from './zones.repository.ts';

/**
 * Replaces the zones, or the Comuni with their zones, by those of a table: all of its lines or, with an error in any,
 * none. A dry run only reports.
 */
export function createZoneImport({
  repository,
  readBuiltIn,
  clock,
}: {
  repository: ZonesRepository;
  readBuiltIn: typeof readBuiltInZones;
  clock: Clock;
}) {
  // One at a time, each on what the one before left.
  const mutex = pLimit(1);

  const run = async (
    text: string,
    call: { author: AuditAuthor; dryRun: boolean; validFrom: string | undefined },
  ): Promise<ZoneCsvReport> => {
    const { zones, comuni, errors } = await checkZoneCsv(text);
    const at = clock.now();
    const today = romeWallTime(at).date;
    const isWhole = comuni === undefined;
    const plan = planZones(await repository.all(), zones, { validFrom: call.validFrom, today, isWhole });
    const known = comuni && (await repository.comuni());
    const table = { day: today, built_in: false };
    const ofComuni = comuni && known && planComuni(known, comuni, table);
    const counts = ofComuni ? { ...ofComuni.counts, ended: 0 } : plan.counts;
    const applied = errors.length === 0 && !call.dryRun;
    if (applied && changesAnything(plan, ofComuni)) {
      await repository.apply(plan, ofComuni, { action: 'zones.import', author: call.author, at });
    }
    return { ...counts, errors, applied };
  };

  const putBuiltIn = async (author: AuditAuthor): Promise<ZoneCsvReport> => {
    const { zones, comuni } = await readBuiltIn();
    const at = clock.now();
    const today = romeWallTime(at).date;
    const plan = planZones(await repository.all(), zones, { validFrom: undefined, today, isWhole: true });
    const table = { day: BUILT_IN_DAY, built_in: true };
    const ofComuni = planComuni(await repository.comuni(), comuni, table);
    await repository.apply(plan, ofComuni, { action: 'zones.builtin', author, at });
    const both = (count: 'created' | 'updated' | 'unchanged') => plan.counts[count] + ofComuni.counts[count];
    return {
      ...{ created: both('created'), updated: both('updated'), unchanged: both('unchanged') },
      ...{ ended: plan.counts.ended, errors: [], applied: true },
    };
  };

  const fillEmpty = async () => {
    if (!(await repository.isEmpty())) return;
    try {
      await putBuiltIn(PROGRAM);
    } catch (error) {
      // Another server that starts put them there at the same moment.
      if (!isUniqueViolation(error)) throw error;
    }
  };

  return {
    import: (text: string, call: Parameters<typeof run>[1]) => mutex(() => run(text, call)),
    /** Puts the zones and Comuni that come with the product in the place of all that there are. */
    putBuiltIn: (author: AuditAuthor) => mutex(() => putBuiltIn(author)),
    /** The same where there are none, as on the first start; what somebody imported stays. */
    fillEmpty: () => mutex(fillEmpty),
  };
}

function changesAnything(plan: ZonePlan, comuni: ComuniPlan | undefined): boolean {
  const changes = [plan.created, plan.changed, plan.deleted, comuni?.changed ?? [], comuni?.deleted ?? []];
  return changes.some(({ length }) => length > 0);
}

/** Comuni that the table lacks are no more, in the regions of which it speaks; the built-in one speaks of all. */
function planComuni(known: readonly ComuneRecord[], given: readonly CsvComune[], table: ComuniTableRecord) {
  const byIstat = new Map(known.map((comune) => [comune.istat, comune]));
  const regions = new Set(given.map(({ region }) => region));
  const named = new Set(given.map(({ istat }) => istat));
  const created = given.filter(({ istat }) => !byIstat.has(istat));
  const updated = given.filter((comune) => {
    const before = byIstat.get(comune.istat);
    return before !== undefined && !isSame(before, comune);
  });
  const gone = known.filter(
    ({ istat, region }) => (table.built_in || regions.has(region)) && !named.has(istat),
  );
  return {
    table,
    changed: [...created, ...updated],
    deleted: gone.map(({ istat }) => istat),
    counts: {
      created: created.length,
      updated: updated.length,
      unchanged: given.length - created.length - updated.length,
    },
  };
}

function isSame(known: ComuneRecord, given: CsvComune): boolean {
  return (
    known.name === given.name &&
    known.province === given.province &&
    known.province_code === given.provinceCode &&
    known.region === given.region &&
    known.zone === given.zoneCode
  );
}

export type ZoneImport = ReturnType<typeof createZoneImport>;
