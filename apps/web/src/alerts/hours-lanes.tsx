import type { Plan } from '@semaforo/contract/api/plans';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { commandInWords } from '../lamps/command-in-words.ts';
import { LaneBar } from './lane-bar.tsx';

/** Something that will be commanded in the next hours; `to` null: at once. */
export type Planned = { id: string; from: number; to: number | null; words: string; whom: string };

/** What is planned once and what recurs, in the hours shown. */
export function plannedIn(
  { schedules, plans }: { schedules: readonly Schedule[]; plans: readonly Plan[] },
  { now, until }: { now: number; until: number },
): Planned[] {
  const once = schedules
    .filter(({ executed }) => !executed)
    .map((schedule) => ({
      id: `s${schedule.id}`,
      from: Date.parse(schedule.execute_at),
      to: null,
      words: commandInWords(schedule.device_type, schedule.color),
      whom: schedule.devices.join(', '),
    }));
  const recurring = plans
    .filter(({ state }) => state === 'attivo')
    .flatMap((plan) =>
      plan.next.map(({ day, begin, end }) => ({
        id: `p${plan.id} ${day}`,
        from: Date.parse(begin),
        to: end === null ? null : Date.parse(end),
        words: commandInWords(plan.device_type, plan.color),
        whom: plan.devices.join(', '),
      })),
    );
  return [...once, ...recurring]
    .filter(({ from, to }) => from < until && (to ?? from) >= now)
    .sort((one, other) => one.from - other.from);
}

/** Lanes with what is planned: dashed, for it is foreseen. `place`: where an instant is, in percent. */
export function PlannedLanes({
  planned,
  place,
}: {
  planned: readonly Planned[];
  place: (at: number) => number;
}) {
  return planned.map(({ id, from, to, words }) => (
    <LaneBar key={id} left={place(from)} right={to === null ? null : place(to)} state="confermata">
      {timeOf(from)} {words}
    </LaneBar>
  ));
}

function timeOf(at: number): string {
  return romeWallTime(at).time.slice(0, 5);
}

/** The same in rows, for those who do not see the lanes. */
export function PlannedRows({
  planned,
  inWords,
}: {
  planned: readonly Planned[];
  inWords: (at: number) => string;
}) {
  return planned.map(({ id, from, to, words, whom }) => (
    <tr key={id}>
      <td>
        {words}, {inWords(from)}
        {to !== null && ` – ${inWords(to)}`}
      </td>
      <td>Pianificata</td>
      <td>{whom}</td>
    </tr>
  ));
}
