// 200 crashes per engine, both engines side by side. `tsx faults/crash-points.fault.ts [COUNT]`.
import { planCrashes } from './harness/crash-plan.ts';
import type { CrashEngine } from './harness/on-engine.ts';
import { type CrashRun, runCrashPoints } from './harness/run-crash-points.ts';

const CRASHES = Number(process.argv[2] ?? 200);
const ENGINES: readonly CrashEngine[] = ['sqlite', 'postgres'];

const runs = await Promise.allSettled(
  ENGINES.map(async (engine) => {
    const run = await runCrashPoints({ engine, plan: planCrashes(CRASHES) });
    if (run) report(run);
    else console.log(`Tralasciati i guasti su ${engine}: non c’è`);
    return run ? run.violations.length + run.misses.length : 0;
  }),
);
for (const run of runs) if (run.status === 'rejected') console.error(run.reason);
process.exitCode = runs.every((run) => run.status === 'fulfilled' && run.value === 0) ? 0 : 1;

function report(run: CrashRun): void {
  const { engine, broker, hits, misses, late, clicks, violations, records, repeatedWrites, tookMs } = run;
  for (const { kind, what } of violations) console.log(`${engine}: ${kind.toUpperCase()} ${what}`);
  for (const { number, point, pass, act } of misses) {
    console.log(`${engine}: ${number} (${act}) did not pass ${point}:${pass}, killed all the same`);
  }
  const count = (kind: string) => violations.filter((violation) => violation.kind === kind).length;
  console.log(
    [
      `${engine} with ${broker}: ${hits} crash points in ${Math.round(tookMs / 1000)} s`,
      `${count('missed')} missed, ${count('doubled')} doubled, ${count('untruthful')} untruthful, ${count('crashed')} crashed`,
      `${records.schedules.length} schedules: ${tally(records.schedules.map(({ outcome }) => outcome))}`,
      `${clicks} clicks`,
      `${late.length} acts too late for the server to do them`,
      `${records.deliveries.length} deliveries: ${tally(records.deliveries.map(({ state }) => state))}`,
      `${repeatedWrites} lamp writes repeated`,
    ].join('; '),
  );
}

function tally(reports: readonly (string | null)[]): string {
  const counts = new Map<string, number>();
  for (const message of reports) counts.set(message ?? '-', (counts.get(message ?? '-') ?? 0) + 1);
  return [...counts].map(([message, times]) => `${times} ${message}`).join(', ');
}
