import { heardAgain, quietAfterMs, type Rhythm } from '@semaforo/contract/domain/device/rhythm';
import { AT_ONCE } from '../platform/in-slices.ts';

/** Devices that fall quiet within one step of time are looked at together, at its end. */
const STEP_MS = 1000;

/** What is remembered of a device. `afterMs`: of what silence; `step`: where it waits to be looked at. */
type Watched = { rhythm: Rhythm; afterMs: number | null; step: number | null };

/**
 * Finds the devices that miss the rhythm at which they spoke (docs/rules.md#silence), without a timer per device: each
 * waits in the step of time in which it would. Times are those of a monotonic clock; nothing of it is stored.
 */
export type QuietWatch = {
  /** Takes in a live message. `isSameSession`: the link was there since the message before. */
  heard: (deviceId: number, nowMs: number, isSameSession: boolean) => void;
  forget: (deviceId: number) => void;
  /** It is not known any more to be quiet, though it was not heard: the link was lost. */
  watchAgain: (deviceId: number) => void;
  /**
   * The devices that have fallen quiet, each once until it is heard again, with how long nothing was heard of it; some
   * at a time. `isMore`: others wait to be looked at.
   */
  takeQuiet: (at: { nowMs: number; listeningFromMs: number }) => {
    fallen: { deviceId: number; forMs: number }[];
    isMore: boolean;
  };
};

export function createQuietWatch(): QuietWatch {
  const watched = new Map<number, Watched>();
  const steps = new Map<number, Set<number>>();

  const moveTo = (deviceId: number, known: Watched, step: number | null) => {
    if (known.step === step) return;
    const former = known.step === null ? undefined : steps.get(known.step);
    former?.delete(deviceId);
    if (known.step !== null && former?.size === 0) steps.delete(known.step);
    known.step = step;
    if (step === null) return;
    const others = steps.get(step);
    if (others) others.add(deviceId);
    else steps.set(step, new Set([deviceId]));
  };
  const dueStep = ({ afterMs }: Watched, sinceMs: number) =>
    afterMs === null ? null : Math.ceil((sinceMs + afterMs) / STEP_MS);
  /** Some of those that wait in that step or before. */
  const upTo = (last: number) => {
    const ids: number[] = [];
    for (const [step, waiting] of steps) {
      if (step <= last) ids.push(...[...waiting].slice(0, AT_ONCE - ids.length));
      if (ids.length === AT_ONCE) break;
    }
    return ids;
  };

  return {
    heard: (deviceId, nowMs, isSameSession) => {
      const former = watched.get(deviceId);
      const rhythm = heardAgain(former?.rhythm, nowMs, isSameSession);
      const isSameRhythm = former?.rhythm.gaps === rhythm.gaps;
      const known = {
        rhythm,
        afterMs: isSameRhythm ? former.afterMs : quietAfterMs(rhythm),
        step: former?.step ?? null,
      };
      watched.set(deviceId, known);
      moveTo(deviceId, known, dueStep(known, nowMs));
    },
    forget: (deviceId) => {
      const known = watched.get(deviceId);
      if (known) moveTo(deviceId, known, null);
      watched.delete(deviceId);
    },
    watchAgain: (deviceId) => {
      const known = watched.get(deviceId);
      if (known) moveTo(deviceId, known, dueStep(known, known.rhythm.lastAt));
    },
    takeQuiet: ({ nowMs, listeningFromMs }) => {
      const ids = upTo(Math.floor(nowMs / STEP_MS));
      const fallen = ids.flatMap((deviceId) => {
        const known = watched.get(deviceId);
        if (!known || known.afterMs === null) return [];
        const sinceMs = Math.max(known.rhythm.lastAt, listeningFromMs);
        const isDue = sinceMs + known.afterMs <= nowMs;
        moveTo(deviceId, known, isDue ? null : dueStep(known, sinceMs));
        return isDue ? [{ deviceId, forMs: nowMs - sinceMs }] : [];
      });
      return { fallen, isMore: ids.length === AT_ONCE };
    },
  };
}
