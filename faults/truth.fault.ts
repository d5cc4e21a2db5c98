// Random operations and faults, always the same for a seed, and what must hold meanwhile.
// `tsx faults/truth.fault.ts [--setup embedded|mosquitto|postgres|servers|all] [--seconds 60] [--rounds N]
//   [--seed 7] [--round R] [--server BUNDLE] [--journal]`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlaces, type Places } from './truth/place.ts';
import { roundLine, summaryLines, violationLines } from './truth/report.ts';
import { type RoundResult, runRound } from './truth/run-round.ts';
import { chosenSetups, type Setup } from './truth/setups.ts';

const ROUND_MS = 15_000;

const { values: requested } = parseArgs({
  options: {
    setup: { type: 'string', default: 'all' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '7' },
    round: { type: 'string' },
    server: { type: 'string' },
    journal: { type: 'boolean', default: false },
  },
});
const seed = Number(requested.seed);
const first = Number(requested.round ?? 1);
const most = requested.round === undefined ? Number(requested.rounds ?? Infinity) : 1;
const endsAt = Date.now() + Number(requested.seconds) * 1000;

const setups = chosenSetups(requested.setup);
for (const [index, setup] of setups.entries()) {
  const places = await openPlaces(setup);
  if (!places) {
    console.log(`Tralasciato ${setup}: manca un programma`);
    continue;
  }
  // What time is left is shared among the setups that are left; a number of rounds takes the time that it needs.
  const until = most < Infinity ? Infinity : Date.now() + (endsAt - Date.now()) / (setups.length - index);
  try {
    await run(setup, places, until);
  } finally {
    await places.stop();
  }
}

async function run(setup: Setup, places: Places, until: number): Promise<void> {
  const results: RoundResult[] = [];
  for (let round = first; results.length < most && Date.now() < until; round += 1) {
    results.push(await runAndNotify({ setup, round }, places));
  }
  for (const line of summaryLines(setup, seed, results)) console.log(line);
}

async function runAndNotify(which: { setup: Setup; round: number }, places: Places): Promise<RoundResult> {
  const bundle = requested.server === undefined ? {} : { bundle: resolve(requested.server) };
  const options = { ...which, seed, durationMs: ROUND_MS, ...bundle };
  const result = await runRound(options, await places.next());
  if (requested.journal) for (const line of result.journal) console.log(line);
  console.log(roundLine(options, result));
  for (const violation of result.violations) {
    process.exitCode = 1;
    for (const line of violationLines(options, violation)) console.log(line);
  }
  return result;
}
