import type { LevelsRecord, ZoneLevelRecord } from '@semaforo/contract/api/bulletins';
import {
  foldName,
  highestLevel,
  isBulletinStale,
  type Level,
  RISKS,
  type RiskLevels,
} from '@semaforo/contract/domain/bulletin-rules';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import type { Clock } from '../platform/clock.ts';
import type { BulletinsRepository, InForceOfDay } from './bulletins.repository.ts';
import { NO_RISKS, type ZoneLevel } from './read-bulletin.ts';

/** A zone of the table, on the day in question. */
export type KnownZone = { code: string; name: string };

/** The codes of what a bulletin calls a zone; only null when the table knows none of them. */
type FindCodes = (zone: ZoneLevel) => (string | null)[];

/**
 * Finds the zones of which a bulletin speaks by the codes that it gives, else by the name; a name that more than one
 * zone has is no one's.
 */
export function createZoneFinder(zones: readonly KnownZone[]): FindCodes {
  const codesByName = new Map<string, string | null>();
  for (const { code, name } of zones) {
    const key = foldName(name);
    codesByName.set(key, codesByName.has(key) ? null : code);
  }
  const known = new Set(zones.map(({ code }) => code));
  return ({ codes, name }) => {
    if (codes === undefined) return [codesByName.get(foldName(name)) ?? null];
    const found = codes.filter((code) => known.has(code));
    return found.length > 0 ? found : [null];
  };
}

/** The zones of a bulletin, each with its code. */
export function withCodes(zones: readonly ZoneLevel[], find: FindCodes): ZoneLevelRecord[] {
  return zones.flatMap((zone) => {
    const { name, color, risks } = zone;
    return find(zone).map((code) => ({ zone: code, name, color, risks }));
  });
}

/**
 * What holds on a day for each zone (docs/rules.md#bulletins): the newest national bulletin that speaks of it, and the
 * messages (CAP) in force now. Of both the newer one counts, zone by zone. A zone that nobody names has no color.
 */
export function levelsOfDay(
  bulletins: readonly InForceOfDay[],
  { date, zones, now }: { date: string; zones: readonly KnownZone[]; now: number },
): LevelsRecord {
  const find = createZoneFinder(zones);
  const national = bulletins.find(({ source }) => source === 'nazionale');
  const levels = new Map(
    withCodes(national?.zones ?? [], find).map((level) => [level.zone ?? `?${foldName(level.name)}`, level]),
  );
  const messages = bulletins
    .filter(({ source }) => source === 'cap')
    .flatMap((message) => inForce(message, now));
  for (const [key, level] of byZone(messages, find)) {
    const isOlder = national !== undefined && levels.has(key) && level.issuedAt < national.issuedAt;
    if (!isOlder) levels.set(key, level.record);
  }
  for (const { code, name } of zones) {
    if (!levels.has(code)) levels.set(code, { zone: code, name, color: null, risks: NO_RISKS });
  }
  const newest = [...(national ? [national] : []), ...messages.map(({ message }) => message)].reduce<
    InForceOfDay | undefined
  >((latest, other) => (latest && latest.issuedAt >= other.issuedAt ? latest : other), undefined);
  return {
    date,
    bulletin: newest
      ? {
          id: newest.id,
          name: newest.name,
          issued_at: new Date(newest.issuedAt).toISOString(),
          stale: isBulletinStale(newest.issuedAt, now),
        }
      : null,
    zones: [...levels.values()].sort((one, other) => byItalianOrder(one.name, other.name)),
  };
}

/** Reads what holds on a day (`2026-11-22`) for each zone. */
export function createLevelsOf(options: {
  repository: Pick<BulletinsRepository, 'inForceOn'>;
  zonesOfDay: (day: string) => Promise<readonly KnownZone[]>;
  clock: Clock;
}) {
  return async (date: string): Promise<LevelsRecord> => {
    const [bulletins, zones] = await Promise.all([
      options.repository.inForceOn(date),
      options.zonesOfDay(date),
    ]);
    return levelsOfDay(bulletins, { date, zones, now: options.clock.now() });
  };
}

type InForce = { message: InForceOfDay; zone: ZoneLevel };

function inForce(message: InForceOfDay, now: number): InForce[] {
  return message.zones
    .filter(({ until }) => until === undefined || until > now)
    .map((zone) => ({ message, zone }));
}

/** What all messages in force say of each zone: of each risk the newest, and of the zone the gravest of them. */
function byZone(levels: readonly InForce[], find: FindCodes) {
  const zones = new Map<string, { record: ZoneLevelRecord; issuedAt: number; colors: Level[] }>();
  const newestFirst = levels.toSorted((one, other) => other.message.issuedAt - one.message.issuedAt);
  for (const { message, zone } of newestFirst) {
    for (const code of find(zone)) {
      const key = code ?? `?${foldName(zone.name)}`;
      const former = zones.get(key);
      const risks: RiskLevels = { ...zone.risks };
      for (const risk of RISKS) risks[risk] = former?.record.risks[risk] ?? zone.risks[risk];
      const colors = [...(former?.colors ?? []), zone.color];
      const record = { zone: code, name: zone.name, color: highestLevel(colors), risks };
      zones.set(key, { record, issuedAt: former?.issuedAt ?? message.issuedAt, colors });
    }
  }
  return zones;
}
