import { DUTY_ALARM, type SystemAlarm } from '@semaforo/contract/domain/alarm-rules';
import type { Health } from '@semaforo/contract/domain/system-health';
import type { Clock } from '../platform/clock.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { AlarmPlans } from './alarm-plans.repository.ts';
import { planAlarms, type Raised } from './plan-alarms.ts';
import type { RaisedThings } from './raised-things.ts';

/** What is wrong with a device, as its module says it. */
export type DeviceTrouble = Omit<Raised, 'deviceId'> & { id: number };

/** How a part of the system is, and why it is not well. */
export type PartTrouble = { kind: SystemAlarm; health: Health; detail: string | null };

/**
 * One look: what is wrong, for how long, and what follows for the alarms, stored. On one server at a time; a server
 * that becomes the one begins with what is stored. Returns the owners of whose alarms something changed.
 */
export function createWatchAlarms(options: {
  /** Takes or keeps the right to alarms; false while another server has it. */
  leads: () => Promise<boolean>;
  readDevices: () => Promise<readonly DeviceTrouble[]>;
  readSystem: () => Promise<readonly PartTrouble[]>;
  /** False while devices cannot be heard: nothing is known of them then, and that is one alarm of its own. */
  receivesDevices: () => boolean;
  things: RaisedThings;
  plans: AlarmPlans;
  graceMs: number;
  clock: Clock;
}): () => Promise<{ isLeader: boolean; owners: ReadonlySet<number | null> }> {
  const { plans, things, clock } = options;
  let wasLeader = false;

  const readRaised = async (now: number) => {
    const [devices, parts] = await Promise.all([options.readDevices(), options.readSystem()]);
    const receives = options.receivesDevices();
    const unknown = new Set(
      parts.filter(({ health }) => health === 'unknown').map(({ kind }) => String(kind)),
    );
    const wrong: Raised[] = parts
      .filter(({ health }) => health === 'bad' || health === 'warning')
      .map(({ kind, detail }) => ({ kind, detail, ownerId: null, deviceId: null, name: '' }));
    await runInChunks(devices, (some) => {
      for (const { id, ...trouble } of some)
        if (receives || trouble.kind === DUTY_ALARM) wrong.push({ ...trouble, deviceId: id });
    });
    return things.check(wrong, {
      now,
      frozen: ({ kind, deviceId }) =>
        deviceId === null ? unknown.has(kind) : !receives && kind !== DUTY_ALARM,
    });
  };

  return async () => {
    const now = clock.now();
    const began = wasLeader;
    // A look that fails is followed by one that begins again: what was stored meanwhile counts.
    wasLeader = false;
    const isLeader = await options.leads();
    if (isLeader && !began) things.begin(await plans.listRaised());
    if (!isLeader) return { isLeader, owners: new Set() };
    const raised = await readRaised(now);
    const plan = await planAlarms(await plans.listOpen(), raised, { now, graceMs: options.graceMs });
    if (plan.opened.length + plan.changed.length > 0) await plans.store(plan, now);
    wasLeader = true;
    return {
      isLeader,
      owners: new Set([
        ...plan.opened.map(({ ownerId }) => ownerId),
        ...plan.changed.map(({ alarm }) => alarm.ownerId),
      ]),
    };
  };
}
