import { setTimeout as delay } from 'node:timers/promises';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { until } from '@semaforo/testing/until';
import { assert, untilCalm } from './calm-down.ts';
import { checkCalmLamps } from './check-lamps.ts';
import { assembleCrew, type Crew } from './crew.ts';
import { gatherFindings } from './findings.ts';
import type { Place } from './place.ts';
import { createSeededRandom } from './seeded-random.ts';
import { steadyPlan } from './steady-plan.ts';
import { startTestbed, type Testbed } from './testbed.ts';
import type { ReportViolation, Violation } from './violation.ts';

/** `wrong`: how often something shown or stored was not what the devices last said. */
export type KillRun = { kills: number; lamps: number; wrong: number; violations: Violation[] };

const WITHIN_MS = 300;
/** So many devices are switched by hand around each kill. */
const SWITCHED = 5;
const SETTLED_WITHIN_MS = 6000;
/** Some devices report later than others, so that words are on their way when the server dies. */
const SLOW_BY_MS = 25;

/**
 * Kills the server that often, each time some milliseconds after it answered a command, spread evenly over 0 to 300.
 * After each start what is shown and stored must be the last that each device had acknowledged; none repeats itself.
 */
export async function runKillAfterAnswer(
  place: Place,
  { kills, seed, bundle }: { kills: number; seed: number; bundle?: string },
): Promise<KillRun> {
  const testbed = await startTestbed(
    place,
    steadyPlan((index) => ({ delayMs: (index % 4) * SLOW_BY_MS })),
    bundle,
  );
  try {
    await testbed.server.start();
    const crew = await assembleCrew(testbed);
    for (const device of testbed.devices.values()) device.start();
    return await killAll(testbed, crew, { kills, seed });
  } finally {
    await testbed.stop();
    await place.remove();
  }
}

async function killAll(
  testbed: Testbed,
  crew: Crew,
  { kills, seed }: { kills: number; seed: number },
): Promise<KillRun> {
  const random = createSeededRandom(seed, 'kills');
  const run: KillRun = { kills: 0, lamps: 0, wrong: 0, violations: [] };
  const reportViolation: ReportViolation = (invariant, what, { key, at = Date.now() } = {}) =>
    run.violations.push({ invariant, what, key, at });
  const gather = () => gatherFindings(testbed, crew, []);
  for (let kill = 0; kill < kills; kill += 1) {
    await untilCalm(testbed, crew, reportViolation);
    const afterMs = Math.round((kill * WITHIN_MS) / Math.max(1, kills - 1));
    await answeredCommand(crew, kill);
    // Not by command: their words come while the server dies, too.
    for (let count = 0; count < SWITCHED; count += 1) {
      const device = random.pick([...testbed.devices.values()]);
      setTimeout(() => device.act('switch'), random.between(0, WITHIN_MS));
    }
    await delay(afterMs);
    await testbed.server.end('SIGKILL');
    run.kills += 1;
    await testbed.server.start();
    await untilCalm(testbed, crew, reportViolation);
    let wrong: Violation[] = [];
    await until(
      'nothing is wrong',
      async () => {
        const findings = await gather();
        run.lamps += findings.records.flatMap(({ lamps }) => lamps).length;
        wrong = [];
        checkCalmLamps(findings, (invariant, what, { key, at = findings.now } = {}) =>
          wrong.push({ invariant, what: `killed ${afterMs} ms after an answer: ${what}`, key, at }),
        );
        return wrong.length === 0;
      },
      SETTLED_WITHIN_MS,
    ).catch(() => undefined);
    if (wrong.length > 0) run.wrong += 1;
    run.violations.push(...wrong);
  }
  run.violations.push(...assert(await gather()));
  crew.close();
  return run;
}

async function answeredCommand(crew: Crew, kill: number): Promise<void> {
  const admin = crew.members.get('admin');
  const command = SIGNAL_COLORS[kill % SIGNAL_COLORS.length] ?? 'verde';
  await admin?.reads.attempt('sendCommand', { query: { type: 'semaforo' }, body: { command } });
}
