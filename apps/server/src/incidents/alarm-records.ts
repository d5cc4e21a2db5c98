import { ALARM_DEVICES_SHOWN, type AlarmRecord, type DutyPerson } from '@semaforo/contract/api/alarms';
import { isoTime } from '../platform/clock.ts';
import type { StoredAlarm } from './alarms.repository.ts';
import { isOfSystem } from './escalate.ts';

/** An alarm as the API sends it; `people`: whom its owner has on duty now. */
export function toAlarmRecord(
  alarm: StoredAlarm,
  people: readonly DutyPerson[],
  escalateMs: number,
): AlarmRecord {
  const { devices, state_at: stateAt, held_until: heldUntil } = alarm;
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
    steps: [...notifiedSteps(alarm), ...nextSteps(alarm, people, escalateMs)],
  };
}

/** Those told since it was last open. */
function notifiedSteps({ tellings, told }: StoredAlarm): AlarmRecord['steps'] {
  return tellings.slice(tellings.length - told).map(({ by, at, note }) => ({
    ...{ name: by ?? '', at: isoTime(at), told: true },
    ways: note === null || note === '' ? [] : note.split(','),
  }));
}

function nextSteps(
  { state, told, next_tell_at: nextAt }: StoredAlarm,
  people: readonly DutyPerson[],
  escalateMs: number,
): AlarmRecord['steps'] {
  if (state !== 'aperto' || nextAt === null) return [];
  return people.slice(told).map(({ name, email, chat_id: chatId, push_id: pushId }, index) => ({
    ...{ name, at: isoTime(nextAt + index * escalateMs), told: false },
    ways: [
      ...(chatId === null ? [] : ['Telegram']),
      ...(email === null ? [] : ['e-mail']),
      ...(pushId === null ? [] : ['notifica']),
    ],
  }));
}
