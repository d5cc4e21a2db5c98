import { faultName } from './fault-plan.ts';
import type { RoundOptions, RoundResult } from './run-round.ts';
import { INVARIANTS, type Invariant } from './violation.ts';

/** The line of a round. */
export function roundLine({ setup, seed, round }: RoundOptions, result: RoundResult): string {
  const { operations, answered, deliveries, schedules, messages, comparisons, boards, violations } = result;
  const faults = faultsOf(result).join(', ');
  return (
    `${setup} seed ${seed} round ${round}: ${operations} operations, ${answered} answered with success, ${deliveries} deliveries, ` +
    `${schedules} schedules, ${messages} messages, ${comparisons} comparisons of pages, ` +
    `${boards} boards; ${faults}; ${violations.length} violations`
  );
}

/** A violation with the events around it. */
export function violationLines(
  { seed, round, setup }: RoundOptions,
  violation: RoundResult['violations'][number],
): string[] {
  return [
    `VIOLATION ${violation.invariant} (${INVARIANTS[violation.invariant]}): ${violation.what}`,
    ...violation.events.map((event) => `    ${event}`),
    `  again: npm run faults -- truth --setup ${setup} --seed ${seed} --round ${round}`,
  ];
}

/** The lines at the end of a run on one setup. */
export function summaryLines(setup: string, seed: number, results: readonly RoundResult[]): string[] {
  const sum = (of: (result: RoundResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const faults = results.flatMap(faultsOf);
  const violations = results.flatMap((result) => result.violations);
  const invariants = Object.keys(INVARIANTS).filter(isInvariant);
  return [
    `${setup}, seed ${seed}: ${results.length} rounds, ${sum(({ operations }) => operations)} operations ` +
      `(${sum(({ deliveries }) => deliveries)} deliveries, ${sum(({ schedules }) => schedules)} schedules, ` +
      `${sum(({ messages }) => messages)} messages, ${sum(({ comparisons }) => comparisons)} comparisons of pages, ` +
      `${sum(({ boards }) => boards)} boards with the reference firmware)`,
    `${setup}: ${faults.length} faults: ${tally(faults)}`,
    `${setup}: ${violations.length} violations: ` +
      invariants
        .map((name) => `${violations.filter(({ invariant }) => invariant === name).length} ${name}`)
        .join(', '),
  ];
}

function isInvariant(name: string): name is Invariant {
  return name in INVARIANTS;
}

function faultsOf({ plan }: RoundResult): string[] {
  return plan.steps.flatMap((step) => (step.kind === 'fault' ? [faultName(step.fault)] : []));
}

function tally(reports: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const report of reports) counts.set(report, (counts.get(report) ?? 0) + 1);
  return [...counts].map(([report, times]) => `${times} ${report}`).join(', ');
}
