import type { ReportLog } from '@semaforo/testing/signal-reports';
import { readAlertRecords, type StepRecord } from './alert-records.ts';
import type { Appointments } from './appointments.ts';
import { assertSquare } from './assert-square.ts';
import type { Planned } from './many-schedules.ts';

/** What was missed, doubled or early, by what the database says and by what the signals were told. */
export async function assertAppointments(
  { squares, schedules, db }: Appointments,
  log: ReportLog,
): Promise<string[]> {
  const records = await readAlertRecords(db);
  const ofAlerts = squares.flatMap((square) =>
    assertSquare(square, log.signals.get(square.key) ?? { reported: [], commanded: [] }, records),
  );
  const isSchedule = ({ alertId }: StepRecord) => alertId === null;
  return [
    ...ofAlerts.map(({ kind, what }) => `alert ${kind}: ${what}`),
    ...records.steps.filter(isSchedule).flatMap(assertSchedule),
    ...assertLit(schedules, log),
  ];
}

function assertSchedule({ id, outcome, reason, commands }: StepRecord): string[] {
  const isDone = commands === 1 && (outcome === 'eseguita' || outcome === 'in ritardo');
  return isDone ? [] : [`schedule ${id} became ${commands} commands, ${outcome}: ${reason ?? ''}`];
}

/** The colors of one signal alternate: so each schedule lights another lamp once, and none before its time. */
export function assertLit(schedules: readonly Planned[], log: Pick<ReportLog, 'signals'>): string[] {
  const keys = [...new Set(schedules.map(({ key }) => key))];
  return keys.flatMap((key) => {
    const due = schedules.filter((schedule) => schedule.key === key);
    const lit = (log.signals.get(key)?.commanded ?? []).filter(({ on }) => on);
    // Told again after a crash, because nobody knew whether it had arrived.
    const changes = lit.filter(({ lamp }, index) => lamp !== lit[index - 1]?.lamp);
    const early = due.filter(({ executeAt }, index) => (changes[index]?.at ?? Infinity) < executeAt);
    return [
      ...(changes.length === due.length ? [] : [`${key} changed ${changes.length} times of ${due.length}`]),
      ...early.map(({ executeAt }) => `${key} was commanded before ${executeAt}`),
    ];
  });
}
