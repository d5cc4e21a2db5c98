import type { Alert } from '@semaforo/contract/api/alerts';
import type { Plan } from '@semaforo/contract/api/plans';
import type { Schedule } from '@semaforo/contract/api/schedules';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { describeCommand } from '../lamps/describe-command.ts';

/** Something that will be commanded in the next hours; `to` null: at once. */
export type Planned = {
  id: string;
  type: DeviceType;
  from: number;
  to: number | null;
  words: string;
  whom: string;
  /** The devices by name, and the group if it is for one. */
  names: readonly string[];
  group: string | null;
};

/** What is planned once and what recurs, in the hours shown. */
export function plannedIn(
  { schedules, plans }: { schedules: readonly Schedule[]; plans: readonly Plan[] },
  { from: begin, until }: { from: number; until: number },
): Planned[] {
  const once = schedules
    .filter(({ executed }) => !executed)
    .map((schedule) => ({
      ...wordsOf(schedule),
      id: `s${schedule.id}`,
      from: Date.parse(schedule.execute_at),
      to: null,
    }));
  const recurring = plans
    .filter(({ state }) => state === 'attivo')
    .flatMap((plan) =>
      plan.next.map(({ day, begin: from, end }) => ({
        ...wordsOf(plan),
        id: `p${plan.id} ${day}`,
        from: Date.parse(from),
        to: end === null ? null : Date.parse(end),
      })),
    );
  return [...once, ...recurring]
    .filter(({ from, to }) => from < until && (to ?? from) >= begin)
    .sort((one, other) => one.from - other.from);
}

type Commanding = Pick<Plan, 'device_type' | 'color' | 'devices' | 'group'>;

function wordsOf({ device_type: type, color, devices: names, group }: Commanding) {
  return { type, words: describeCommand(type, color), whom: names.join(', '), names, group };
}

/** Signals that a person commanded otherwise during an alert, in one color, until it ends. */
export type Overridden = {
  id: string;
  from: number;
  to: number;
  color: Alert['overrides'][number]['color'];
  drill: boolean;
  /** The signals, and who commanded them. */
  devices: readonly { id: number; name: string }[];
  authors: readonly string[];
};

/** What persons commanded during the alerts: a line for each alert and color, from the first of its commands. */
export function overriddenIn(alerts: readonly Alert[]): Overridden[] {
  return alerts.flatMap(({ id, to, drill, overrides }) =>
    [...new Set(overrides.map(({ color }) => color))].map((color) => {
      const alike = overrides.filter((one) => one.color === color);
      return {
        ...{ id: `o${id} ${color}`, color, drill },
        from: Math.min(...alike.map(({ at }) => Date.parse(at))),
        to: Date.parse(to),
        devices: alike.map(({ deviceId, name }) => ({ id: deviceId, name })),
        authors: [...new Set(alike.map(({ author }) => author))],
      };
    }),
  );
}

/** A row of the hours: what is about all, about one group, or about the lanterns. */
export type HoursRow = {
  label: string;
  alerts: readonly Alert[];
  overridden: readonly Overridden[];
  planned: readonly Planned[];
};

/** Nothing is to be said in the row. */
export function isEmptyRow({ alerts, overridden, planned }: HoursRow): boolean {
  return alerts.length + overridden.length + planned.length === 0;
}

/** A group with the names of its devices. */
export type NamedGroup = { name: string; deviceIds: readonly number[]; names: readonly string[] };

/** 'Allerte', 'Pianificazioni', each group with what concerns one of its signals, and 'Lanterne'. */
export function hoursRows(
  alerts: readonly Alert[],
  planned: readonly Planned[],
  groups: readonly NamedGroup[],
): HoursRow[] {
  const ofSignals = planned.filter(({ type }) => type === 'semaforo');
  const ofLanterns = planned.filter(({ type }) => type === 'lanterna');
  return [
    { label: 'Allerte', alerts, overridden: overriddenIn(alerts), planned: [] },
    { label: 'Pianificazioni', alerts: [], overridden: [], planned: ofSignals },
    ...groups.map(({ name, deviceIds, names }) => ({
      label: name,
      alerts: alerts.filter(({ devices }) => devices.some((id) => deviceIds.includes(id))),
      overridden: overriddenIn(
        alerts.map((alert) => ({
          ...alert,
          overrides: alert.overrides.filter(({ deviceId }) => deviceIds.includes(deviceId)),
        })),
      ),
      planned: ofSignals.filter(
        (one) => one.group === name || one.names.some((device) => names.includes(device)),
      ),
    })),
    { label: 'Lanterne', alerts: [], overridden: [], planned: ofLanterns },
  ];
}
