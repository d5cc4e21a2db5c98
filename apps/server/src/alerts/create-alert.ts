import type { AlertTargetKind } from '@semaforo/contract/domain/alert-rules';
import { acceptAlertTimes } from '@semaforo/contract/domain/alert-times';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { targetsOf } from '@semaforo/contract/domain/targets';
import type { ChooseTargets, ChosenDevice } from '../commands/choose-targets.ts';
import type { SecondPerson } from '../commands/second-person.port.ts';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { type Actor, onlyProposes } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertEvent } from './alert-events.ts';
import type { AlertsRepository } from './alerts.repository.ts';

const WRONG_TIME = {
  malformed: 'La data e ora non è valida',
  nonexistent: 'Quest’ora non esiste: quella notte si passa all’ora legale',
  ambiguous:
    'Quest’ora esiste due volte: quella notte si torna all’ora solare. Scegli un’altra ora o indica lo scostamento da UTC',
  'not-future': 'La fine è già passata',
  'not-after': '«A» è prima di «Da»: la fine deve venire dopo l’inizio',
  'too-far': 'Un’allerta finisce al massimo fra 366 giorni',
} as const;

/** Far more than a Comune has at a time (docs/rules.md#quotas). */
const OPEN_AT_MOST = 100;
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-alerts',
  message: `Ci sono già ${OPEN_AT_MOST} allerte confermate o in corso: revocane qualcuna prima di aggiungerne altre`,
});
const UNKNOWN_ZONE = new Refusal('unprocessable', {
  code: 'zone-not-found',
  message: 'Questa zona non è fra quelle che valgono',
});

const ONLY_CHOSEN = new Refusal('unprocessable', {
  code: 'key-of-devices',
  message: 'La chiave vale solo per alcuni dispositivi: indicali in deviceIds',
});

/** An alert as a person asks for it. */
type AlertRequest = {
  color: SignalColor;
  from: string;
  to: string;
  reason: string;
  drill: boolean;
  deviceIds?: number[] | undefined;
  groupId?: number | undefined;
  zone?: string | undefined;
};

/** Stores an alert that a person makes, confirmed by that unless it needs a second one; resolves to its id. */
export function createCreateAlert(options: {
  repository: AlertsRepository;
  chooseTargets: ChooseTargets;
  isZone: (code: string) => Promise<boolean>;
  secondPerson: Pick<SecondPerson, 'isNeeded'>;
  events: EventChannel<AlertEvent>;
  clock: Clock;
}) {
  const { repository, clock } = options;
  const isForTwo = (color: SignalColor, actor: Actor, devices: readonly ChosenDevice[]) =>
    options.secondPerson.isNeeded(color, [actor.id, ...devices.map(({ ownerId }) => ownerId)]);

  const isProposed = async (
    color: SignalColor,
    kind: AlertTargetKind,
    actor: Actor,
    devices: readonly ChosenDevice[],
  ) => onlyProposes(actor) || (kind !== 'nessuno' && (await isForTwo(color, actor, devices)));

  const whyNot = async (requested: AlertRequest, actor: Actor, now: number) => {
    const { zone } = requested;
    // What is for all, a group or a zone is for other devices tomorrow.
    if (actor.devices && targetKindOf(requested) !== 'scelti') return ONLY_CHOSEN;
    if ((await repository.countOpen(actor.id, now)) >= OPEN_AT_MOST) return TOO_MANY;
    return zone !== undefined && !(await options.isZone(zone)) ? UNKNOWN_ZONE : undefined;
  };

  return async (requested: AlertRequest, actor: Actor, author: AuditAuthor): Promise<number | Refusal> => {
    const now = clock.now();
    const times = acceptAlertTimes(requested, now);
    if (!times.accepted) {
      const code = `${times.field}-${times.reason}`;
      return new Refusal('invalid', { code, message: WRONG_TIME[times.reason] });
    }
    const impossible = await whyNot(requested, actor, now);
    if (impossible) return impossible;
    const chosen = await options.chooseTargets(actor, 'semaforo', targetsOf(requested));
    if (chosen instanceof Refusal) return chosen;
    const kind = targetKindOf(requested);
    const needsTwo = await isProposed(requested.color, kind, actor, chosen.devices);
    const decision = needsTwo ? 'proposta' : 'confermata';
    const id = await repository.create(
      {
        owner: actor,
        color: requested.color,
        from: times.from,
        to: times.to,
        reason: requested.reason,
        drill: requested.drill,
        source: 'persona',
        bulletinId: null,
        gauge: null,
        day: null,
        whom: {
          kind,
          groupId: requested.groupId ?? null,
          group: chosen.group,
          zone: requested.zone ?? null,
        },
        deviceIds: requested.deviceIds ?? [],
      },
      { ...{ at: now, author, byPerson: true, action: 'alerts.create' }, decision },
    );
    options.events.publish({
      alertId: id,
      ownerId: actor.id,
      what: decision === 'proposta' ? decision : 'decisa',
    });
    return id;
  };
}

/** An exercise for whom nobody is named is on the screen only: it never lights all lamps by an omission. */
function targetKindOf(requested: AlertRequest): AlertTargetKind {
  if (requested.zone !== undefined) return 'zona';
  const { kind } = targetsOf(requested);
  return kind === 'tutti' && requested.drill ? 'nessuno' : kind;
}
