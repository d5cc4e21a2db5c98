import type { Level } from '@semaforo/contract/domain/bulletin-rules';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { useBulletinReader, useLevels } from './bulletins.queries.ts';
import { useBulletinDays } from './use-bulletin-days.ts';
import { useMyZones } from './zones.queries.ts';

/**
 * What the bulletin says for one's own zones. `issuedAt` (ISO) null: there is none for today. `isOld`: it is stale, or
 * missing though it is read from the network.
 */
export type BulletinToday = {
  issuedAt: string | null;
  isOld: boolean;
  today: Level;
  tomorrow: Level;
};

/** Undefined while it is not read, and for whoever has chosen no zone: then no bulletin speaks of them. */
export function useBulletinToday(): BulletinToday | undefined {
  const days = useBulletinDays();
  const zones = useMyZones().data?.zones.map(({ code }) => code) ?? [];
  const reader = useBulletinReader().data;
  const today = useLevels(days.today, zones.length > 0).data;
  const tomorrow = useLevels(days.tomorrow, zones.length > 0).data;
  if (zones.length === 0 || !today || !reader) return undefined;
  const isOld = today.bulletin === null ? reader.enabled : today.bulletin.stale;
  return {
    issuedAt: today.bulletin?.issued_at ?? null,
    isOld,
    today: gravest(today.zones, zones),
    tomorrow: tomorrow ? gravest(tomorrow.zones, zones) : null,
  };
}

/** The gravest level of some zones; null when nothing is said of one of them. */
function gravest(levels: readonly { zone: string | null; color: Level }[], zones: readonly string[]): Level {
  const own = zones.map((zone) => levels.find((level) => level.zone === zone)?.color ?? null);
  return own.reduce<Level>((one, other) => {
    if (one === null || other === null) return null;
    return gravityOf(other) > gravityOf(one) ? other : one;
  }, own[0] ?? null);
}
