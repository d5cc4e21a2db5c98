import { type AlarmKind, type AlarmState, afterLook } from '@semaforo/contract/domain/alarm-rules';

/** Something that is wrong and has been for long enough; `deviceId` null: a part of the system. */
export type Raised = {
  kind: AlarmKind;
  ownerId: number | null;
  deviceId: number | null;
  name: string;
  detail: string | null;
};

/** An alarm that is not closed. Times are epoch milliseconds. */
export type OpenAlarm = {
  id: number;
  kind: AlarmKind;
  ownerId: number | null;
  state: AlarmState;
  stateAt: number;
  heldUntil: number | null;
  /** Its devices, and which of them are still so; of the system's alarms none. */
  devices: ReadonlyMap<number, { holds: boolean }>;
};

/** What is to be stored of a look. */
export type AlarmPlan = {
  opened: { kind: AlarmKind; ownerId: number | null; detail: string | null; devices: Raised[] }[];
  changed: { alarm: OpenAlarm; state: AlarmState; joined: Raised[]; left: number[] }[];
};

export function keyOf({ kind, deviceId }: Pick<Raised, 'kind' | 'deviceId'>): string {
  return `${kind} ${deviceId ?? 'sistema'}`;
}

/**
 * What a look changes: a thing belongs to one alarm, those of one kind and one owner are told of together, and what was
 * said to be resolved has a while (`graceMs`) to show that it is.
 */
export function planAlarms(
  open: readonly OpenAlarm[],
  raised: ReadonlyMap<string, Raised>,
  { now, graceMs }: { now: number; graceMs: number },
): AlarmPlan {
  const homeless = new Map(raised);
  const changed = open.map((alarm) => {
    const own = [...raised.values()].filter((thing) => belongs(thing, alarm));
    for (const thing of own) homeless.delete(keyOf(thing));
    const holding = new Set(own.map(({ deviceId }) => deviceId));
    const stateForMs = now - alarm.stateAt;
    const state =
      alarm.state === 'risolto' && own.length > 0 && stateForMs < graceMs
        ? alarm.state
        : afterLook(alarm.state, {
            holds: own.length > 0,
            stateForMs,
            heldUntilOver: alarm.heldUntil !== null && alarm.heldUntil <= now,
          });
    return {
      alarm,
      state,
      joined: own.filter(({ deviceId }) => deviceId !== null && alarm.devices.get(deviceId)?.holds === false),
      left: [...alarm.devices].filter(([id, { holds }]) => holds && !holding.has(id)).map(([id]) => id),
    };
  });
  const opened: AlarmPlan['opened'] = [];
  for (const thing of homeless.values()) {
    const { kind, ownerId, detail } = thing;
    const isSame = (other: { kind: AlarmKind; ownerId: number | null }) =>
      other.kind === kind && other.ownerId === ownerId;
    const group = changed.find(({ alarm, state }) => state === 'aperto' && isSame(alarm));
    const begun = opened.find(isSame);
    if (group) group.joined.push(thing);
    else if (begun) begun.devices.push(thing);
    else opened.push({ kind, ownerId, detail, devices: [thing] });
  }
  return {
    opened,
    changed: changed.filter(
      ({ alarm, state, joined, left }) => state !== alarm.state || joined.length + left.length > 0,
    ),
  };
}

function belongs(thing: Raised, alarm: OpenAlarm): boolean {
  if (thing.kind !== alarm.kind || thing.ownerId !== alarm.ownerId) return false;
  return thing.deviceId === null || alarm.devices.has(thing.deviceId);
}
