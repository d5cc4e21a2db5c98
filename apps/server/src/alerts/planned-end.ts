import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { labelOf } from '@semaforo/contract/domain/label';
import { colorAfter } from '@semaforo/contract/domain/what-applies';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach, ReachedSignal } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { createReadAround } from './around-devices.ts';
import { conditionOf, inCourse, type StoredAlert } from './stored-alert.ts';

type EndOnSignal = {
  device: ReachedSignal;
  /** What the end commands; undefined: the signal stays as it is. */
  value: DeviceStatus | undefined;
  /** What a person set by hand and the end leaves, and what the end would command without that. */
  override: { color: DeviceStatus; to: DeviceStatus } | null;
  /** What the end would command if it led to verde and left nothing set by hand; undefined: nothing. */
  verde: DeviceStatus | undefined;
};

/**
 * What the end of an alert does to each signal that follows it or was commanded by it, as things are now. One that a
 * person ends now waits for no other alert, and keeps what was set by hand unless that person said otherwise.
 */
export type PlannedEnd = (alert: StoredAlert) => Promise<EndOnSignal[] | Refusal>;

export function createPlannedEnd(options: {
  reach: AlertReach;
  around: Pick<AlertsAroundRepository, 'newestCommands' | 'commandedBy' | 'colorsBefore'>;
  readAround: ReturnType<typeof createReadAround>;
}): PlannedEnd {
  const { around, reach } = options;
  return async (alert) => {
    const reached = await reach(alert);
    // A group that is gone: what the alert has commanded must go back all the same.
    const signals = await reach({ ...alert, whom: { ...alert.whom, kind: 'tutti' } });
    if (signals instanceof Refusal) return signals;
    const own = new Set((await around.commandedBy([alert.id])).get(alert.id));
    if (!(reached instanceof Refusal)) for (const { id } of reached) own.add(id);
    const meant = alert.whom.kind === 'nessuno' ? [] : signals.filter(({ id }) => own.has(id));
    const ids = meant.map(({ id }) => id);
    const newest = await around.newestCommands(ids);
    const former = await around.colorsBefore(ids);
    const { othersOn, nextOn } = await options.readAround(alert);
    const begun = inCourse(alert);
    const isTimed = alert.decision === 'confermata';
    const keepsOverride = !isTimed && !alert.endsOverrides;
    return meant.map((device) => {
      const last = newest.get(device.id);
      const known = {
        last,
        others: othersOn(device.id),
        next: isTimed ? nextOn(device.id) : undefined,
        former: alert.endsVerde ? ('verde' as const) : (former.get(device.id) ?? 'verde'),
      };
      const value = colorAfter(begun, { ...known, keepsOverride });
      const freed = keepsOverride ? colorAfter(begun, { ...known, keepsOverride: false }) : undefined;
      const isKept = last && value === undefined && freed !== undefined;
      const verde = colorAfter(begun, { ...known, former: 'verde', keepsOverride: false });
      return { device, value, override: isKept ? { color: last.value, to: freed } : null, verde };
    });
  };
}

/** What each signal would do if a person ended the alert now; nothing for one that is not in course. */
export type PreviewEnd = (alert: StoredAlert) => Promise<AlertEndOnSignal[] | Refusal>;

export function createPreviewEnd(options: {
  plannedEnd: PlannedEnd;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
  clock: Clock;
}): PreviewEnd {
  return async (alert) => {
    if (conditionOf(alert, options.clock.now()).state !== 'in corso') return [];
    const ended = { ...alert, decision: 'conclusa', endsOverrides: false, endsVerde: false } as const;
    const planned = await options.plannedEnd(ended);
    if (planned instanceof Refusal) return planned;
    return planned.map(({ device, value, override, verde }) => ({
      deviceId: device.id,
      name: labelOf(device),
      from: options.shownBy(device.id),
      to: value ?? null,
      override,
      verde: verde ?? null,
    }));
  };
}
