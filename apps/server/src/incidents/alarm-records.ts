import { ALARM_DEVICES_SHOWN, type AlarmRecord, type DutyPerson } from '@semaforo/contract/api/alarms';
import { severityOf } from '@semaforo/contract/domain/duty-rules';
import { isoTime } from '../platform/clock.ts';
import type { StoredAlarm, Telling } from './alarms.repository.ts';
import { channelsFor, nameWays } from './duty-person.ts';
import { isOfSystem } from './escalate.ts';

/** Of those told again and again the last ones. */
const TOLD_SHOWN = 10;
const WHY_NOT: Readonly<Record<string, string>> = {
  refused: 'rifiutato',
  unknown: 'non si sa se è arrivato',
  unlinked: 'il recapito non c’è più',
  expired: 'scaduto prima di partire',
};

/** An alarm as the API sends it; `people`: whom its owner has on duty now. */
export function toAlarmRecord(
  alarm: StoredAlarm,
  people: readonly DutyPerson[],
  escalateMs: number,
): AlarmRecord {
  const { devices, state_at: stateAt, held_until: heldUntil } = alarm;
  // Everybody was told as often.
  const isOver = alarm.told > 0 && alarm.told % Math.max(1, people.length) === 0;
  return {
    id: alarm.id,
    kind: alarm.kind,
    state: alarm.state,
    owner: alarm.owner,
    system: isOfSystem(alarm),
    detail: alarm.detail,
    opened_at: isoTime(alarm.opened_at),
    state_at: isoTime(stateAt),
    devices: devices.slice(0, ALARM_DEVICES_SHOWN).map(({ device_id: id, name, since, until }) => ({
      ...{ id, name, since: isoTime(since), until: isoTime(until) },
    })),
    device_count: devices.length,
    holding: devices.filter(({ until }) => until === null).length,
    taken_by: alarm.taken_by,
    held_until: isoTime(heldUntil),
    note: alarm.note,
    returns: alarm.returns,
    steps: [...notifiedSteps(alarm), ...(isOver ? [] : nextSteps(alarm, people, escalateMs))],
    repeat_at: isOver && alarm.state === 'aperto' ? isoTime(alarm.next_tell_at) : null,
  };
}

/** Those told since it was last open. */
function notifiedSteps({ tellings, told }: StoredAlarm): AlarmRecord['steps'] {
  return tellings.slice(tellings.length - Math.min(told, TOLD_SHOWN)).map(({ by, at, note, sent }) => ({
    ...{ name: by ?? '', at: isoTime(at), told: true },
    ways: note === null || note === '' ? [] : note.split(','),
    outcomes: sent.map(toOutcome),
  }));
}

function toOutcome({
  channel,
  outcome,
  failure,
}: Telling['sent'][number]): AlarmRecord['steps'][number]['outcomes'][number] {
  const way = nameWays([channel]);
  if (outcome === 'sent') return { way, outcome, failure: null };
  if (outcome === null) return { way, outcome: 'waiting', failure };
  return { way, outcome: 'failed', failure: failure ?? WHY_NOT[outcome] ?? outcome };
}

/** The rest of the list. */
function nextSteps(
  { kind, state, told, next_tell_at: nextAt }: StoredAlarm,
  people: readonly DutyPerson[],
  escalateMs: number,
): AlarmRecord['steps'] {
  if (state !== 'aperto' || nextAt === null || people.length === 0) return [];
  return people.slice(told % people.length).map((person, index) => {
    const now = nextAt + index * escalateMs;
    const channels = channelsFor(person, { severity: severityOf(kind), now });
    return {
      ...{ name: person.name, at: isoTime(now), told: false, outcomes: [] },
      ways: channels.map((channel) => nameWays([channel])),
    };
  });
}
