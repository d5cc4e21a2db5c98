import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { type LampMessage, litAtLast, type SignalReports } from '@semaforo/testing/signal-reports';
import type { AlertRecords, StepRecord } from './alert-records.ts';
import type { AlertReportViolation, AlertViolation, Square } from './square.ts';

/** Compares what a signal was commanded and said, and what the database says, with what was to happen. */
export function assertSquare(
  square: Square,
  reports: Pick<SignalReports, 'reported' | 'commanded'>,
  records: AlertRecords,
): AlertViolation[] {
  const violations: AlertViolation[] = [];
  const reportViolation: AlertReportViolation = (kind, what) =>
    violations.push({ kind, what: `${square.key}: ${what}` });
  assertSent(square, reports.commanded, reportViolation);
  const last = square.expected.at(-1)?.color;
  const lit = [...litAtLast(reports.reported)];
  if (lit.length !== 1 || lit[0] !== last)
    reportViolation('missed', `it shows ${lit.join(' ')} at last, not ${last}`);
  const steps = records.steps.filter(({ alertId }) => square.alerts.includes(alertId ?? 0));
  const [latest] = steps
    .filter(({ outcome }) => outcome !== 'annullata')
    .sort((one, other) => other.at - one.at || other.id - one.id);
  for (const step of steps) assertStep({ ...step, isLatest: step === latest }, reportViolation);
  for (const { key, state } of records.deliveries.filter((delivery) => delivery.key === square.key))
    if (state !== 'confermato' && state !== 'superato')
      reportViolation('untruthful', `${key} ended ${state}`);
  return violations;
}

/** The colors that were told must be those expected, each in its place and not before its time. */
function assertSent(
  { expected }: Square,
  sent: readonly LampMessage[],
  reportViolation: AlertReportViolation,
): void {
  let place = -1;
  for (const { lamp, at } of sent.filter(({ on }) => on)) {
    // Said again after a crash, because nobody knew whether it had arrived.
    if (lamp === expected[place]?.color) continue;
    const next = expected.findIndex(({ color }, index) => index > place && color === lamp);
    if (next < 0) {
      reportViolation(
        nameOf(lamp, expected[place]?.color),
        `it was commanded ${lamp} after ${sent.length} words`,
      );
      continue;
    }
    if (next > place + 1) reportViolation('missed', `it was never commanded ${expected[place + 1]?.color}`);
    const earlyMs = (expected[next]?.notBefore ?? 0) - at;
    if (earlyMs > 0) reportViolation('early', `it was commanded ${lamp} ${earlyMs} ms early`);
    place = next;
  }
  for (const { color } of expected.slice(place + 1))
    reportViolation('missed', `it was never commanded ${color}`);
}

/** What nobody asked for is worst when it lowers. */
function nameOf(sent: SignalColor, shown: SignalColor | undefined): AlertViolation['kind'] {
  const gravity = (color: SignalColor) => SIGNAL_COLORS.indexOf(color);
  return shown !== undefined && gravity(sent) < gravity(shown) ? 'lowered' : 'doubled';
}

/** A beginning or an end is done once, and ends as its deliveries did. */
function assertStep(
  { id, step, outcome, reason, commands, isLatest }: StepRecord & { isLatest: boolean },
  reportViolation: AlertReportViolation,
): void {
  const what = `${step} ${id} is ${outcome ?? 'waiting'}: ${reason ?? ''}`;
  if (commands > 1) reportViolation('doubled', `${step} ${id} became ${commands} commands`);
  // What comes after it may take over before it is confirmed or done: whether all was commanded is asserted apart.
  const may = ['eseguita', 'in ritardo', ...(isLatest ? [] : ['superata'])];
  if (!may.includes(outcome ?? '')) reportViolation('missed', what);
}
