import { isAlertInCourse } from '@semaforo/contract/domain/alert-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import { conditionOf, factsOf, type StoredAlert } from './stored-alert.ts';

/** An alert that ended on a signal because a person ended it or had confirmed its end; `at` in epoch milliseconds. */
type EndedAlertOn = { deviceId: number; color: SignalColor; at: number };

/** What real alerts mean for what the citizens of a Comune read; an exercise means nothing. */
type AlertsForCitizens = {
  /** The gravest color of the alerts in course for the signals of a Comune; null without one. */
  inForce: (ownerId: number) => Promise<SignalColor | null>;
  /** The last alerts that ended, signal by signal; perhaps of others' signals, too. */
  listEnded: (ownerId: number) => Promise<EndedAlertOn[]>;
  /** The signals that exercises have lit: what they show is not for citizens. */
  signalsInExercise: (ownerId: number) => Promise<ReadonlySet<number>>;
};

export function createAlertsForCitizens(options: {
  around: Pick<AlertsAroundRepository, 'listOpen' | 'listLastEnded' | 'listExercises' | 'commandedBy'>;
  reach: AlertReach;
  clock: Clock;
}): AlertsForCitizens {
  const { around, clock } = options;

  const isFor = async (alert: StoredAlert, ownerId: number) => {
    if (alert.owner?.id === ownerId) return true;
    const reached = await options.reach(alert);
    return !(reached instanceof Refusal) && reached.some((device) => device.ownerId === ownerId);
  };

  /** Until its end is done or confirmed, also while the end is due. */
  const isInCourse = (alert: StoredAlert) => {
    const now = clock.now();
    return conditionOf(alert, now).state === 'in corso' || isAlertInCourse(factsOf(alert), now);
  };

  return {
    inForce: async (ownerId) => {
      let gravest: SignalColor | null = null;
      for (const alert of await around.listOpen(ownerId)) {
        const isGraver = gravest === null || gravityOf(alert.color) > gravityOf(gravest);
        if (alert.drill || !isGraver || !isInCourse(alert)) continue;
        if (await isFor(alert, ownerId)) gravest = alert.color;
      }
      return gravest;
    },
    listEnded: async (ownerId) => {
      const alerts = await around.listLastEnded(ownerId);
      const commanded = await around.commandedBy(alerts.map(({ id }) => id));
      return alerts.flatMap((alert) => {
        const at = endedAt(alert, clock.now());
        if (at === undefined) return [];
        return [...(commanded.get(alert.id) ?? [])].map((deviceId) => ({ deviceId, color: alert.color, at }));
      });
    },
    signalsInExercise: async (ownerId) => {
      const exercises = await around.listExercises(ownerId);
      const commanded = await around.commandedBy(exercises.map(({ id }) => id));
      return new Set([...commanded.values()].flatMap((devices) => [...devices]));
    },
  };
}

/** When an alert ended; undefined while it goes on, and for one that no person ended. */
function endedAt(alert: StoredAlert, now: number): number | undefined {
  const { state } = conditionOf(alert, now);
  if (state === 'revocata') return alert.decidedAt ?? undefined;
  if (state !== 'conclusa') return undefined;
  return alert.decision === 'conclusa' ? (alert.decidedAt ?? undefined) : alert.end?.at;
}
