import { labelOf } from '@semaforo/contract/domain/label';
import type { StoredTargets } from '../database/schedule-end.ts';
import { Refusal } from '../platform/refusal.ts';
import type { TargetsOf } from './schedule-targets.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** Enough to know whom it was for; the number is that of all. */
const NAMES_KEPT = 200;

/** For whom a schedule is that ends now without a command; no one when its author or its group is gone. */
export async function storedTargets(targetsOf: TargetsOf, schedule: StoredSchedule): Promise<StoredTargets> {
  const targets = schedule.author ? await targetsOf(schedule.author, schedule) : [];
  if (targets instanceof Refusal) return { names: [], total: 0 };
  return {
    names: targets.slice(0, NAMES_KEPT).map(({ device }) => labelOf(device)),
    total: targets.length,
  };
}
