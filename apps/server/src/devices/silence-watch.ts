import { counted } from '@semaforo/contract/domain/italian';
import { AT_ONCE } from '../platform/in-slices.ts';

/**
 * Finds the devices that have been silent for too long, without a timer or a loop per device: the map keeps the order
 * in which devices were last heard. Times are those of a monotonic clock.
 */
export type SilenceWatch = {
  heard: (deviceId: number, nowMs: number) => void;
  forget: (deviceId: number) => void;
  /**
   * Devices that are silent for the whole window, some at a time, each once until it is heard again. Time without a
   * link to the broker does not count.
   */
  takeSilent: (at: { nowMs: number; listeningFromMs: number }) => number[];
};

/** With `windowMs` 0 no device is ever silent. A device that was never heard is not watched. */
export function createSilenceWatch(windowMs: number): SilenceWatch {
  const heardAtById = new Map<number, number>();
  return {
    heard: (deviceId, nowMs) => {
      heardAtById.delete(deviceId);
      heardAtById.set(deviceId, nowMs);
    },
    forget: (deviceId) => {
      heardAtById.delete(deviceId);
    },
    takeSilent: ({ nowMs, listeningFromMs }) => {
      const silent: number[] = [];
      if (windowMs === 0) return silent;
      for (const [deviceId, heardAt] of heardAtById) {
        if (Math.max(heardAt, listeningFromMs) + windowMs > nowMs) break;
        heardAtById.delete(deviceId);
        silent.push(deviceId);
        if (silent.length === AT_ONCE) break;
      }
      return silent;
    },
  };
}

/** 'Dispositivo silenzioso da 15 minuti'. */
export function silentFor(silenceMs: number): string {
  const minutes = Math.round(silenceMs / 60_000);
  return `Dispositivo silenzioso da ${counted(minutes, ['minuto', 'minuti'])}`;
}
