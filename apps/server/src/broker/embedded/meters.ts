import { DEVICE_PACE, SHARED_PACE } from './limits.ts';
import { createMeter, type Meter } from './meter.ts';
import type { Session } from './sessions.ts';

/** The meters of clients, by who they are. The server has none: it speaks as fast as it likes. */
export type Meters = {
  of: (who: Pick<Session, 'username' | 'role'>) => Meter | undefined;
  /** There is no log-in with that username any more. */
  forget: (username: string) => void;
};

/**
 * All connections of a device's log-in, one after the other or at once, share one meter: who connects again gains
 * nothing. Behind the shared log-in each connection may be another device.
 */
export function createMeters(): Meters {
  const ofDevices = new Map<string, Meter>();
  return {
    of: ({ username, role }) => {
      if (role.kind === 'server') return undefined;
      if (role.kind !== 'device') return createMeter(SHARED_PACE, performance.now());
      const meter = ofDevices.get(username) ?? createMeter(DEVICE_PACE, performance.now());
      ofDevices.set(username, meter);
      return meter;
    },
    forget: (username) => void ofDevices.delete(username),
  };
}
