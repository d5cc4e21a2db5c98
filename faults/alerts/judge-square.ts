import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { type LampMessage, litAtLast, type SignalWords } from '@semaforo/testing/signal-words';
import { describeCrash } from './alert-crashes.ts';
import type { AlertRecords, StepRecord } from './alert-records.ts';
import type { AlertBlame, AlertViolation, Square } from './square.ts';

/** Compares what a signal was told and said, and what the database says, with what was to happen. */
export function judgeSquare(
  square: Square,
  words: Pick<SignalWords, 'said' | 'told'>,
  records: AlertRecords,
): AlertViolation[] {
  const violations: AlertViolation[] = [];
  const blame: AlertBlame = (kind, what) =>
    violations.push({ kind, what: `${describeCrash(square.crash)}: ${what}` });
  judgeTold(square, words.told, blame);
  const last = square.expected.at(-1)?.color;
  const lit = [...litAtLast(words.said)];
  if (lit.length !== 1 || lit[0] !== last) blame('missed', `it shows ${lit.join(' ')} at last, not ${last}`);
  const steps = records.steps.filter(
    ({ alertId, planId }) => square.alerts.includes(alertId ?? 0) || square.plans.includes(planId ?? 0),
  );
  const [latest] = steps
    .filter(({ outcome }) => outcome !== 'annullata')
    .sort((one, other) => other.at - one.at || other.id - one.id);
  for (const step of steps) judgeStep(square, { ...step, isLatest: step === latest }, blame);
  for (const { key, state } of records.deliveries.filter((delivery) => delivery.key === square.key))
    if (state !== 'confermato' && state !== 'superato') blame('untruthful', `${key} ended ${state}`);
  return violations;
}

/** The colors that were told must be those expected, each in its place and not before its time. */
function judgeTold({ expected }: Square, told: readonly LampMessage[], blame: AlertBlame): void {
  let place = -1;
  for (const { lamp, at } of told.filter(({ on }) => on)) {
    // Said again after a crash, because nobody knew whether it had arrived.
    if (lamp === expected[place]?.color) continue;
    const next = expected.findIndex(({ color }, index) => index > place && color === lamp);
    if (next < 0) {
      blame(nameOf(lamp, expected[place]?.color), `it was told ${lamp} after ${told.length} words`);
      continue;
    }
    if (next > place + 1) blame('missed', `it was never told ${expected[place + 1]?.color}`);
    const earlyMs = (expected[next]?.notBefore ?? 0) - at;
    if (earlyMs > 0) blame('early', `it was told ${lamp} ${earlyMs} ms early`);
    place = next;
  }
  for (const { color } of expected.slice(place + 1)) blame('missed', `it was never told ${color}`);
}

/** What nobody asked for is worst when it lowers. */
function nameOf(told: SignalColor, shown: SignalColor | undefined): AlertViolation['kind'] {
  const gravity = (color: SignalColor) => SIGNAL_COLORS.indexOf(color);
  return shown !== undefined && gravity(told) < gravity(shown) ? 'lowered' : 'doubled';
}

/** A beginning or an end is done once, and ends as its deliveries did. */
function judgeStep(
  { crash: { act } }: Square,
  { id, step, outcome, reason, commands, isLatest }: StepRecord & { isLatest: boolean },
  blame: AlertBlame,
): void {
  const what = `${step} ${id} is ${outcome ?? 'waiting'}: ${reason ?? ''}`;
  if (commands > 1) blame('doubled', `${step} ${id} became ${commands} commands`);
  const may: string[] = [];
  // What comes after it may take over before it is confirmed, or before it is done: that all was told is judged apart.
  if (!isLatest) may.push('superata');
  if (act === 'revoked') may.push('annullata');
  if (![...may, 'eseguita', 'in ritardo'].includes(outcome ?? '')) blame('missed', what);
}
