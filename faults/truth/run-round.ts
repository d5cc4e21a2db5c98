import { setTimeout as delay } from 'node:timers/promises';
import { createBreaker } from './break-things.ts';
import { assertCalm, untilCalm } from './calm-down.ts';
import { createOperator } from './carry-out.ts';
import { assembleCrew } from './crew.ts';
import { gatherFindings } from './findings.ts';
import type { Place } from './place.ts';
import { planRound, type RoundPlan, type Step } from './round-plan.ts';
import type { Setup } from './setups.ts';
import { startTestbed, type Testbed } from './testbed.ts';
import type { ReportViolation, Violation } from './violation.ts';
import { watchPages } from './watch-pages.ts';

/** What came of a round. `told`: for each violation the events around it. */
export type RoundResult = {
  plan: RoundPlan;
  operations: number;
  answered: number;
  deliveries: number;
  schedules: number;
  messages: number;
  comparisons: number;
  /** How many devices ran the reference firmware. */
  boards: number;
  violations: (Violation & { events: string[] })[];
  /** All that happened, line by line. */
  journal: string[];
};

/** `bundle`: the server to test, unless it is the built one. */
export type RoundOptions = { seed: number; round: number; setup: Setup; durationMs: number; bundle?: string };

/** Lives one round on a place of its own: everything is new, so that the round can be lived again. */
export async function runRound(options: RoundOptions, place: Place): Promise<RoundResult> {
  const plan = planRound(options);
  const testbed = await startTestbed(place, plan, options.bundle);
  try {
    return await live(testbed, plan, options);
  } finally {
    await testbed.stop();
    await place.remove();
  }
}

async function live(testbed: Testbed, plan: RoundPlan, { seed, round }: RoundOptions): Promise<RoundResult> {
  const violations: Violation[] = [];
  const reportViolation: ReportViolation = (invariant, what, { key, at = Date.now() } = {}) => {
    // What lasts is told once.
    if (violations.some((known) => known.invariant === invariant && known.what === what)) return;
    violations.push({ invariant, what, key, at });
    testbed.journal.note(`VIOLATION ${invariant}: ${what}`, key);
  };
  await testbed.server.start();
  if (!testbed.server.isRunning())
    throw new Error(`the server did not start: ${testbed.server.crashes.join()}`);
  const crew = await assembleCrew(testbed);
  for (const device of testbed.devices.values()) device.start();
  const breaker = createBreaker(testbed);
  const operator = createOperator({
    crew,
    keyOf: ({ number }) => `seme-${seed}-giro-${round}-${number}`,
    journal: testbed.journal,
    onAnswer: breaker.answered,
  });
  const pages = watchPages(testbed, crew, reportViolation);
  const carryOut = (step: Step) => {
    if (step.kind === 'operation') operator.carryOut(step.operation);
    else if (step.kind === 'fault') breaker.carryOut(step.fault);
    else testbed.devices.get(step.act.key)?.act(step.act.does);
  };
  const begunAt = Date.now();
  for (const step of plan.steps) {
    await delay(begunAt + step.atMs - Date.now());
    carryOut(step);
  }
  testbed.journal.note('all is mended');
  await breaker.mendAll();
  await operator.untilAnswered();
  await untilCalm(testbed, crew, reportViolation);
  const gather = () => gatherFindings(testbed, crew, operator.asked);
  for (const { invariant, what, ...about } of await assertCalm(gather))
    reportViolation(invariant, what, { at: about.at, ...(about.key !== undefined && { key: about.key }) });
  await pages.stop();
  for (const output of testbed.server.crashes) reportViolation('server-ended', output);
  const { deliveries, schedules, asked, commanded } = await gather();
  crew.close();
  return {
    plan,
    operations: asked.length,
    answered: asked.filter(({ answers }) => answers.some(({ status }) => status === 200)).length,
    deliveries: deliveries.length,
    schedules: schedules.length,
    messages: commanded.length + testbed.linkLog.received.length,
    comparisons: pages.comparisons(),
    boards: testbed.boards,
    journal: testbed.journal.all(),
    violations: violations.map((violation) => ({
      ...violation,
      events: testbed.journal.around(violation.key, violation.at),
    })),
  };
}
