import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { PlanRepeat, Weekday } from '@semaforo/contract/domain/plan-rules';
import type { NewPlan } from './plans.queries.ts';

/** A time of day in the form: an hour of Rome, or the sun and so many minutes. */
export type MomentFields = { kind: 'nessuna' | 'ora' | 'alba' | 'tramonto'; time: string; offset: string };

/** What the form of a plan holds. */
export type PlanFields = {
  /** `semaforo giallo`. */
  what: string;
  /** `tutti`, `gruppo 3`, `dispositivo 12`. */
  whom: string;
  repeat: PlanRepeat;
  every: string;
  days: readonly Weekday[];
  dates: readonly string[];
  startsOn: string;
  endsOn: string;
  exceptions: readonly string[];
  begin: MomentFields;
  end: MomentFields;
};

/** The fields at the start. */
export function emptyPlan(today: string): PlanFields {
  return {
    what: 'lanterna acceso',
    whom: 'tutti',
    repeat: 'giorno',
    every: '1',
    days: [],
    dates: [],
    startsOn: today,
    endsOn: '',
    exceptions: [],
    begin: { kind: 'ora', time: '', offset: '0' },
    end: { kind: 'nessuna', time: '', offset: '0' },
  };
}

/** The device type and the value that a choice of the form names. */
export function whatOf(what: string): { deviceType: LampDeviceType; color: DeviceStatus } {
  const [deviceType, color] = what.split(' ');
  return { deviceType: deviceType as LampDeviceType, color: color as DeviceStatus };
}

/** The plan that the fields ask for; undefined while something is missing. */
export function planRequest(fields: PlanFields): NewPlan | undefined {
  const begin = momentOf(fields.begin);
  const end = momentOf(fields.end);
  const every = Number(fields.every);
  if (begin === null || begin === undefined || end === undefined || fields.startsOn === '') return undefined;
  if (fields.repeat === 'settimana' && fields.days.length === 0) return undefined;
  if (fields.repeat === 'date' && fields.dates.length === 0) return undefined;
  if (!Number.isInteger(every) || every < 1) return undefined;
  const { deviceType, color } = whatOf(fields.what);
  const [kind, id] = fields.whom.split(' ');
  return {
    color,
    device_type: deviceType,
    ...(kind === 'gruppo' && { groupId: Number(id) }),
    ...(kind === 'dispositivo' && { deviceIds: [Number(id)] }),
    repeat: fields.repeat,
    every: fields.repeat === 'date' ? 1 : every,
    days: fields.repeat === 'settimana' ? [...fields.days] : [],
    dates: fields.repeat === 'date' ? [...fields.dates] : [],
    starts_on: fields.startsOn,
    ends_on: fields.endsOn === '' ? null : fields.endsOn,
    exceptions: [...fields.exceptions],
    begin,
    end,
  };
}

/** Null for none, undefined while it is not written in full. */
function momentOf({ kind, time, offset }: MomentFields): string | null | undefined {
  if (kind === 'nessuna') return null;
  if (kind === 'ora') return time === '' ? undefined : time.slice(0, 5);
  const minutes = Number(offset === '' ? 0 : offset);
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 180) return undefined;
  if (minutes === 0) return kind;
  return `${kind}${minutes > 0 ? '+' : ''}${minutes}`;
}
