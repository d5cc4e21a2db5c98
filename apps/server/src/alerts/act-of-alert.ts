import { wasDone } from '@semaforo/contract/domain/alert-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { beginsOn, colorBeforeAlerts } from '@semaforo/contract/domain/what-applies';
import type { CommandTarget } from '../commands/command-request.ts';
import { type AuditAuthor, PROGRAM } from '../database/audit-trail.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  type ActOfAlert,
  type CommandedOf,
  NOTHING_TO_COMMAND,
  SUPERSEDED,
} from '../scheduling/run-schedule.ts';
import type { AlertReach, ReachedSignal } from './alert-reach.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { createReadAround } from './around-devices.ts';
import type { PlannedEnd } from './planned-end.ts';
import { conditionOf, inCourse, type StoredAlert } from './stored-alert.ts';

/** A beginning so late is missed, and never counts as in course: no lamp was lit for it. */
const OVER = new Refusal('conflict', {
  code: 'alert-over',
  message: 'All’ora prevista il server non era attivo, e adesso l’allerta è già finita',
});

/**
 * What the beginning or the end of an alert commands, device by device, in its turn (docs/rules.md#alerts): a beginning
 * gives its color where it is the highest; an end goes back to what then applies.
 */
export function createActOfAlert(options: {
  repository: Pick<AlertsRepository, 'find'>;
  around: Pick<AlertsAroundRepository, 'newestCommands' | 'saveColorsBefore'>;
  plannedEnd: PlannedEnd;
  reach: AlertReach;
  readAround: ReturnType<typeof createReadAround>;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
  clock: Clock;
}): ActOfAlert {
  const { around, reach, clock } = options;

  const targetsOfBegin = async (alert: StoredAlert, commandedOf: CommandedOf) => {
    if (conditionOf(alert, clock.now()).state !== 'confermata') return NOTHING_TO_COMMAND;
    if (alert.to <= clock.now()) return OVER;
    const reached = await reach(alert);
    if (reached instanceof Refusal) return reached;
    const ids = reached.map(({ id }) => id);
    const commanded = await commandedOf(ids);
    const newest = await around.newestCommands(ids);
    const { othersOn } = await options.readAround(alert);
    const begun = { ...inCourse(alert), byPerson: alert.author !== null };
    const known = reached.map((device) => ({
      device,
      others: othersOn(device.id),
      last: newest.get(device.id),
      shown: options.shownBy(device.id),
    }));
    await around.saveColorsBefore(
      new Map(
        known.flatMap(({ device, ...facts }) => {
          const before = colorBeforeAlerts(facts);
          return before === undefined ? [] : [[device.id, before] as const];
        }),
      ),
    );
    const targets = known.flatMap(({ device, ...facts }): CommandTarget[] =>
      !commanded.has(device.id) && beginsOn(begun, facts) ? [{ device, value: alert.color }] : [],
    );
    return orNothing(targets, reached, commanded);
  };

  const targetsOfEnd = async (alert: StoredAlert, commandedOf: CommandedOf) => {
    const planned = await options.plannedEnd(alert);
    if (planned instanceof Refusal) return planned;
    const commanded = await commandedOf(planned.map(({ device }) => device.id));
    const targets = planned.flatMap(({ device, value }): CommandTarget[] =>
      value === undefined || commanded.has(device.id) ? [] : [{ device, value }],
    );
    return orNothing(
      targets,
      planned.map(({ device }) => device),
      commanded,
    );
  };

  return async ({ id, step }) => {
    const alert = await options.repository.find(id);
    if (!alert) return NOTHING_TO_COMMAND;
    // Only what has begun has anything to end.
    if (step === 'fine' && !wasDone(alert.begin?.outcome)) return NOTHING_TO_COMMAND;
    return {
      author: authorOf(alert),
      origin: 'allerta',
      value: step === 'inizio' ? alert.color : null,
      whom: recordedTargets(alert),
      // Read again in its turn: what was decided and done meanwhile counts.
      targets: async (commandedOf) => {
        const now = (await options.repository.find(id)) ?? alert;
        return step === 'inizio' ? targetsOfBegin(now, commandedOf) : targetsOfEnd(now, commandedOf);
      },
    };
  };
}

/** Devices that were all commanded since: superseded. Else there is nothing that the alert changes. */
function orNothing(
  targets: readonly CommandTarget[],
  meant: readonly ReachedSignal[],
  commanded: ReadonlySet<number>,
): readonly CommandTarget[] | Refusal {
  if (targets.length > 0) return targets;
  return meant.length > 0 && meant.every(({ id }) => commanded.has(id)) ? SUPERSEDED : NOTHING_TO_COMMAND;
}

function authorOf({ author }: StoredAlert): AuditAuthor {
  return author ? { ...author, address: null } : PROGRAM;
}

function recordedTargets({ whom }: StoredAlert) {
  if (whom.kind === 'gruppo') return { kind: whom.kind, group: whom.group };
  return { kind: whom.kind === 'tutti' ? ('tutti' as const) : ('scelti' as const), group: null };
}
