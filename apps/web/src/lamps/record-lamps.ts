import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Lamp, LampColor, Lamps } from '@semaforo/contract/domain/lamps';

/** The page does not count sessions of the link: what the server calls fresh is of this one. */
export const THIS_SESSION = 1;

/** The lamps of a record, for the rules that they share with the server. */
export function lampsOf({ lamps }: Pick<DeviceStatusRecord, 'lamps'>): Lamps {
  const known: Partial<Record<LampColor, Lamp>> = {};
  for (const { color, on, said_at, fresh } of lamps) {
    if (on === null) continue;
    known[color] = {
      on,
      reportedAt: said_at === null ? null : Date.parse(said_at),
      reportedIn: fresh ? THIS_SESSION : null,
    };
  }
  return known;
}

/**
 * The lamps of a record after what the device said since. What measured a lamp before it changed says nothing of it
 * now; the server tells what it knows of that.
 */
export function lampRecordsAfter(former: readonly LampRecord[], lamps: Lamps): LampRecord[] {
  return former.map((record) => {
    const lamp = lamps[record.color];
    if (lamp === undefined) return record;
    const said_at = lamp.reportedAt === null ? null : new Date(lamp.reportedAt).toISOString();
    const updated = { ...record, on: lamp.on, said_at, fresh: lamp.reportedIn === THIS_SESSION };
    if (lamp.on === record.on) return updated;
    return {
      ...updated,
      power: null,
      fault: null,
      witness: record.witness === 'current' ? 'command' : record.witness,
    };
  });
}

/**
 * What the lamps of a record show together, and whether that is fresh: the same as `shownBy` and `isShownFresh` say
 * (docs/rules.md#lamps), without objects, because thousands of devices are counted at each live event.
 */
export function shownOf(lamps: readonly LampRecord[]): { shown: DeviceStatus | null; fresh: boolean } {
  let lit: LampRecord | undefined;
  let hasReported = false;
  let isAllFresh = true;
  for (const lamp of lamps) {
    if (lamp.on === null) continue;
    hasReported = true;
    isAllFresh &&= lamp.fresh;
    if (!lamp.on) continue;
    // Times of one zone and length are in order as texts too.
    if (lit === undefined || (lamp.said_at ?? '') >= (lit.said_at ?? '')) lit = lamp;
  }
  if (lit === undefined) return { shown: hasReported ? 'spento' : null, fresh: hasReported && isAllFresh };
  return { shown: lit.color, fresh: lamps.every(({ on, fresh }) => on !== true || fresh) };
}
