import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../platform/clock.ts';

/** That people work on a device: since when, until when (epoch ms), why, and who said so. */
export type Maintenance = { since: number; until: number; reason: string; by: string };

/** The devices on which people work, in memory. */
export type Maintenances = {
  /** That of a device at this moment; null for none. */
  of: (deviceId: number) => Maintenance | null;
  /** Sets that of a device, or ends it; returns whether there was or is any. */
  set: (deviceId: number, maintenance: Maintenance | null) => boolean;
  /** Takes those for all that there are; returns the devices of which it became another. */
  replaceAll: (all: ReadonlyMap<number, Maintenance>) => number[];
  /** The devices of which it ended since the last time. */
  takeEnded: () => number[];
  /** Another number after each change that `set` made. */
  version: () => number;
};

export function createMaintenances(clock: Clock): Maintenances {
  let byDevice = new Map<number, Maintenance>();
  let version = 0;
  return {
    of: (deviceId) => {
      const maintenance = byDevice.get(deviceId);
      return maintenance && maintenance.until > clock.now() ? maintenance : null;
    },
    set: (deviceId, maintenance) => {
      version += 1;
      const was = byDevice.delete(deviceId);
      if (maintenance) byDevice.set(deviceId, maintenance);
      return was || maintenance !== null;
    },
    replaceAll: (all) => {
      const now = clock.now();
      const next = new Map([...all].filter(([, { until }]) => until > now));
      const ids = new Set([...byDevice.keys(), ...next.keys()]);
      const changed = [...ids].filter((id) => !isDeepStrictEqual(byDevice.get(id), next.get(id)));
      byDevice = next;
      return changed;
    },
    takeEnded: () => {
      const now = clock.now();
      const ended = [...byDevice].filter(([, { until }]) => until <= now).map(([id]) => id);
      for (const id of ended) byDevice.delete(id);
      return ended;
    },
    version: () => version,
  };
}
