import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import { type Lamp, type LampColor, type Lamps, lampsOfType } from '@semaforo/contract/domain/lamps';

/** The page does not count sessions of the link: what the server calls fresh is of this one. */
export const THIS_SESSION = 1;

/** The lamps of a record, for the rules that they share with the server. */
export function lampsOf({ lamps }: Pick<DeviceStatusRecord, 'lamps'>): Lamps {
  const known: Partial<Record<LampColor, Lamp>> = {};
  for (const { color, on, said_at, fresh } of lamps) {
    if (on === null) continue;
    known[color] = {
      on,
      saidAt: said_at === null ? null : Date.parse(said_at),
      saidIn: fresh ? THIS_SESSION : null,
    };
  }
  return known;
}

/** The lamps of a device as its record lists them. */
export function toLampRecords(type: DeviceType, lamps: Lamps): LampRecord[] {
  return lampsOfType(type).map((color) => {
    const lamp = lamps[color];
    if (lamp === undefined) return { color, on: null, said_at: null, fresh: false };
    const said_at = lamp.saidAt === null ? null : new Date(lamp.saidAt).toISOString();
    return { color, on: lamp.on, said_at, fresh: lamp.saidIn === THIS_SESSION };
  });
}

/**
 * What the lamps of a record show together, and whether that is fresh: the same as `shownBy` and `isShownFresh` say
 * (docs/rules.md#lamps), without objects, because thousands of devices are counted at each live event.
 */
export function shownOf(lamps: readonly LampRecord[]): { shown: DeviceStatus | null; fresh: boolean } {
  let lit: LampRecord | undefined;
  let isHeard = false;
  let isAllFresh = true;
  for (const lamp of lamps) {
    if (lamp.on === null) continue;
    isHeard = true;
    isAllFresh &&= lamp.fresh;
    if (!lamp.on) continue;
    // Times of one zone and length are in order as texts too.
    if (lit === undefined || (lamp.said_at ?? '') > (lit.said_at ?? '')) lit = lamp;
  }
  if (lit === undefined) return { shown: isHeard ? 'spento' : null, fresh: isHeard && isAllFresh };
  return { shown: lit.color, fresh: lamps.every(({ on, fresh }) => on !== true || fresh) };
}
