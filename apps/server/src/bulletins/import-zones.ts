import type { ComuneRecord, ZoneCsvReport } from '@semaforo/contract/api/zones';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import pLimit from 'p-limit';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import { type CsvComune, checkZoneCsv } from './check-zone-csv.ts';
import { planZones, type ZonePlan } from './plan-zones.ts';
import type { ComuniPlan, ZonesRepository } from './zones.repository.ts';

/**
 * Replaces the zones, or the Comuni with their zones, by those of a table: all of its lines or, with an error in any,
 * none. A dry run only reports.
 */
export function createZoneImport({ repository, clock }: { repository: ZonesRepository; clock: Clock }) {
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
    const ofComuni = comuni && known && planComuni(known, comuni);
    const counts = ofComuni ? { ...ofComuni.counts, ended: 0 } : plan.counts;
    const applied = errors.length === 0 && !call.dryRun;
    if (applied && changesAnything(plan, ofComuni)) {
      await repository.apply(plan, ofComuni, { author: call.author, at });
    }
    return { ...counts, errors, applied };
  };

  return (text: string, call: Parameters<typeof run>[1]) => mutex(() => run(text, call));
}

function changesAnything(plan: ZonePlan, comuni: ComuniPlan | undefined): boolean {
  const changes = [plan.created, plan.changed, plan.deleted, comuni?.changed ?? [], comuni?.deleted ?? []];
  return changes.some(({ length }) => length > 0);
}

/** Comuni that the table lacks are no more, in the regions of which it speaks. */
function planComuni(known: readonly ComuneRecord[], given: readonly CsvComune[]) {
  const byIstat = new Map(known.map((comune) => [comune.istat, comune]));
  const regions = new Set(given.map(({ region }) => region));
  const named = new Set(given.map(({ istat }) => istat));
  const created = given.filter(({ istat }) => !byIstat.has(istat));
  const updated = given.filter((comune) => {
    const before = byIstat.get(comune.istat);
    return before !== undefined && !isSame(before, comune);
  });
  const gone = known.filter(({ istat, region }) => regions.has(region) && !named.has(istat));
  return {
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
