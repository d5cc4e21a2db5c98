// Kills a server 200 times per engine around the beginnings and ends of alerts, then some times around recurring plans.
// `npm run faults -- alerts [--crashes 200] [--plans 24] [--seed 1] [--engine sqlite|postgres] [--seconds 3600]`.
import { parseArgs } from 'node:util';
import { ALERT_ACTS, type AlertCrash, describeCrash, planAlertCrashes } from './alerts/alert-crashes.ts';
import { type AlertRun, runAlertCrashes } from './alerts/run-alert-crashes.ts';
import type { CrashEngine } from './harness/on-engine.ts';

const { values: requested } = parseArgs({
  options: {
    crashes: { type: 'string', default: '200' },
    plans: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string' },
    seconds: { type: 'string', default: '3600' },
  },
});
const [crashes, plans, seed] = [requested.crashes, requested.plans, requested.seed].map(Number);
const ENGINES: readonly CrashEngine[] = ['sqlite', 'postgres'];
const endBy = Date.now() + Number(requested.seconds) * 1000;
const ofAlerts = planAlertCrashes(
  crashes ?? 0,
  seed ?? 0,
  ALERT_ACTS.filter((act) => act !== 'plan'),
);
const ofPlans = planAlertCrashes(plans ?? 0, seed ?? 0, ['plan']);
const plan: AlertCrash[] = [
  ...ofAlerts,
  ...ofPlans.map((crash) => ({ ...crash, number: crash.number + ofAlerts.length })),
];

const runs = await Promise.allSettled(
  ENGINES.filter((engine) => requested.engine === undefined || requested.engine === engine).map(
    async (engine) => {
      const run = await runAlertCrashes({ engine, plan, endBy });
      if (run) report(run);
      else console.log(`Tralasciate le allerte su ${engine}: non c’è`);
      return run?.violations.length ?? 0;
    },
  ),
);
for (const run of runs) if (run.status === 'rejected') console.error(run.reason);
process.exitCode = runs.every((run) => run.status === 'fulfilled' && run.value === 0) ? 0 : 1;

function report({ engine, hits, misses, violations, records, tookMs }: AlertRun): void {
  for (const { kind, what } of violations) console.log(`${engine}: ${kind.toUpperCase()} ${what}`);
  for (const crash of misses) console.log(`${engine}: ${describeCrash(crash)} was killed elsewhere`);
  const count = (kind: string) => violations.filter((violation) => violation.kind === kind).length;
  const late = records.steps.filter(({ outcome }) => outcome === 'in ritardo').length;
  console.log(
    [
      `alerts on ${engine}, seed ${seed}: ${hits + misses.length} crashes (${hits} as planned) in ${Math.round(tookMs / 1000)} s`,
      `${records.steps.length} beginnings and ends, ${late} late`,
      `${count('missed')} missed, ${count('doubled')} doubled, ${count('lowered')} lowered without a person`,
      `${count('early')} early, ${count('untruthful')} untruthful, ${count('crashed')} crashed`,
    ].join('; '),
  );
}
