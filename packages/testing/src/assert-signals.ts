import type { Command } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { litAtLast, reportedAlone, type SignalReports } from './signal-reports.ts';

/** What must hold of each signal, in the words of the tester of truth; `lost` besides. */
export const SIGNAL_INVARIANTS = {
  'lit-unsaid': 'a lamp is shown lit only when the device has said so',
  'shown-wrong': 'what is shown is the last that the device said',
  'two-lit': 'lamps that the device says are lit together are an error by name',
  'error-untrue': 'a device is in error only for a fault of its own',
  'confirmed-dark':
    'confirmed means that the device said so after the broker had the command, and no other lamp was lit',
  'left-open': 'no delivery stays open once all is calm',
  'odd-message': 'a device is told nothing that no command asks of it',
  'late-message': 'no message acts after the deadline of its command',
  lost: 'a good device that is commanded confirms',
} as const;

export type SignalInvariant = keyof typeof SIGNAL_INVARIANTS;
export type SignalViolation = { invariant: SignalInvariant; key: string; what: string };

/** The signals of a run, and what the console says of them once all is calm. */
export type SignalFindings = {
  words: ReadonlyMap<string, SignalReports>;
  /** Those that obey and say so. */
  isGood: (key: string) => boolean;
  records: readonly DeviceStatusRecord[];
  commands: readonly Command[];
  /** No message arrives later than so long after its command. */
  reportedWithinMs: number;
};

const SEVERAL_LIT = /^Più lampade accese/;

/** What a reading at any time shows lit though nobody ever said so. */
export function assertLit(
  records: readonly DeviceStatusRecord[],
  reports: ReadonlyMap<string, SignalReports>,
): SignalViolation[] {
  return records.flatMap(({ topic: key, lamps }) =>
    lamps.flatMap(({ color, on }) => {
      if (on !== true || reports.get(key)?.reported.some((report) => report.lamp === color && report.on))
        return [];
      return [{ invariant: 'lit-unsaid' as const, key, what: `${color} is shown lit` }];
    }),
  );
}

/** What is wrong once all is calm. Each signal is looked at with what is its own. */
export function assertSignals(findings: SignalFindings): SignalViolation[] {
  const keys = new Map(findings.records.map(({ id, topic }) => [id, topic]));
  const violations = assertLit(findings.records, findings.words);
  for (const record of findings.records) violations.push(...assertShown(record, findings));
  for (const command of findings.commands) violations.push(...assertCommand(command, keys, findings));
  return [...violations, ...assertSent(keys, findings)];
}

function assertShown(record: DeviceStatusRecord, { words, isGood }: SignalFindings): SignalViolation[] {
  const { topic: key, lamps, error, error_reason: reason } = record;
  const reported = words.get(key)?.reported ?? [];
  const lit = litAtLast(reported);
  const spokenOf = new Set<string>(reported.map(({ lamp }) => lamp));
  const found: SignalViolation[] = [];
  for (const { color, on } of lamps) {
    const last = spokenOf.has(color) ? [...lit].some((one) => one === color) : null;
    if (on !== last)
      found.push({ invariant: 'shown-wrong', key, what: `${color} is ${on}, said was ${last}` });
  }
  const isNamed = SEVERAL_LIT.test(reason ?? '');
  if (lit.size > 1 && !error)
    found.push({ invariant: 'two-lit', key, what: `${[...lit].join(' ')}, no error` });
  if (isNamed && lit.size < 2) found.push({ invariant: 'error-untrue', key, what: `${reason}` });
  if (error && isGood(key)) found.push({ invariant: 'error-untrue', key, what: `${reason}, and it is good` });
  return found;
}

function assertCommand(
  { commandId, created_at, deliveries }: Command,
  keys: ReadonlyMap<number, string>,
  { words, isGood }: SignalFindings,
): SignalViolation[] {
  const createdAt = Date.parse(created_at);
  return deliveries.flatMap(({ deviceId, state, value, reason }): SignalViolation[] => {
    const key = keys.get(deviceId ?? 0) ?? '';
    const reported = words.get(key)?.reported ?? [];
    const reportViolation = (invariant: SignalInvariant, what: string) => [
      { invariant, key, what: `command ${commandId}: ${what}` },
    ];
    if (isUnderWay(state)) return reportViolation('left-open', state);
    const isConfirmed = state === 'confermato';
    if (isConfirmed && !(isSignalColor(value) && reportedAlone(reported, value, createdAt)))
      return reportViolation('confirmed-dark', `${value} is confirmed`);
    return isGood(key) && !isConfirmed && state !== 'superato'
      ? reportViolation('lost', `${state}: ${reason ?? ''}`)
      : [];
  });
}

/** Each message is of a command to its signal that is not long over. */
function assertSent(
  keys: ReadonlyMap<number, string>,
  { words, commands, reportedWithinMs }: SignalFindings,
): SignalViolation[] {
  const all = commands.flatMap(({ created_at, deliveries }) =>
    deliveries.map(({ deviceId, value }) => ({
      ...{ key: keys.get(deviceId ?? 0) ?? '', value, from: Date.parse(created_at) },
    })),
  );
  const requested = groupBy(all, ({ key }) => key);
  return [...words].flatMap(([key, { commanded }]) =>
    commanded.flatMap(({ at, lamp, on }): SignalViolation[] => {
      const possible = (requested.get(key) ?? []).filter(
        ({ value, from }) => from <= at && on === (value === lamp),
      );
      const what = `told ${lamp} ${on}`;
      if (possible.length === 0) return [{ invariant: 'odd-message', key, what }];
      const isLate = possible.every(({ from }) => at > from + reportedWithinMs);
      return isLate ? [{ invariant: 'late-message', key, what }] : [];
    }),
  );
}
