import { type AlarmKind, type AlarmState, afterCheck } from '@semaforo/contract/domain/alarm-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { runInChunks } from '../platform/run-in-chunks.ts';

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

/** What is raised, by that of which one alarm tells. */
export type RaisedTogether = ReadonlyMap<string, readonly Raised[]>;

export function keyOf({ kind, deviceId }: Pick<Raised, 'kind' | 'deviceId'>): string {
  return `${kind} ${deviceId ?? 'sistema'}`;
}

/**
 * What a look changes: a thing belongs to one alarm, those of one kind and one owner are told of together, and what was
 * said to be resolved has a while (`graceMs`) to show that it is. Of a storm it is planned in slices.
 */
export async function planAlarms(
  open: readonly OpenAlarm[],
  raised: RaisedTogether,
  at: { now: number; graceMs: number },
): Promise<AlarmPlan> {
  const openOf = groupBy(open, notifiedOfTogether);
  const plan: AlarmPlan = { opened: [], changed: [] };
  await runInChunks([...new Set([...raised.keys(), ...openOf.keys()])], (keys) => {
    for (const key of keys) {
      const { opened, changed } = planTogether(openOf.get(key) ?? [], raised.get(key) ?? [], at);
      plan.opened.push(...opened);
      plan.changed.push(...changed);
    }
  });
  return plan;
}

/** Of those of one kind and one owner. */
function planTogether(
  open: readonly OpenAlarm[],
  raised: readonly Raised[],
  { now, graceMs }: { now: number; graceMs: number },
): AlarmPlan {
  const changed = open.map((alarm) => {
    const own = raised.filter((thing) => isOf(thing, alarm));
    const holding = new Set(own.map(({ deviceId }) => deviceId));
    const stateForMs = now - alarm.stateAt;
    const state =
      alarm.state === 'risolto' && own.length > 0 && stateForMs < graceMs
        ? alarm.state
        : afterCheck(alarm.state, {
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
  const devices = raised.filter((thing) => !open.some((alarm) => isOf(thing, alarm)));
  const [first] = devices;
  const stillOpen = changed.find(({ state }) => state === 'aperto');
  if (stillOpen) stillOpen.joined = stillOpen.joined.concat(devices);
  const isNew = first !== undefined && stillOpen === undefined;
  return {
    opened: isNew ? [{ kind: first.kind, ownerId: first.ownerId, detail: first.detail, devices }] : [],
    changed: changed.filter(
      ({ alarm, state, joined, left }) => state !== alarm.state || joined.length + left.length > 0,
    ),
  };
}

/** For a thing of the alarm's kind and owner. */
function isOf({ deviceId }: Raised, alarm: OpenAlarm): boolean {
  return deviceId === null || alarm.devices.has(deviceId);
}

/** The same for those of which one alarm tells: one kind, one owner. */
export function notifiedOfTogether({ kind, ownerId }: Pick<Raised, 'kind' | 'ownerId'>): string {
  return `${kind} ${ownerId}`;
}
