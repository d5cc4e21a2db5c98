// Kills the server 0 to 300 ms after an answer.
// `tsx faults/kill-after-answer.fault.ts [--setup all] [--kills 200] [--seed 7] [--server BUNDLE]`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runKillAfterAnswer } from './truth/kill-after-answer.ts';
import { openPlaces } from './truth/place.ts';
import { chosenSetups } from './truth/setups.ts';

const { values: requested } = parseArgs({
  options: {
    setup: { type: 'string', default: 'all' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '7' },
    server: { type: 'string' },
  },
});

for (const setup of chosenSetups(requested.setup)) {
  const places = await openPlaces(setup);
  if (!places) {
    console.log(`Tralasciato ${setup}: manca un programma`);
    continue;
  }
  try {
    const run = await runKillAfterAnswer(await places.next(), {
      kills: Number(requested.kills),
      seed: Number(requested.seed),
      ...(requested.server !== undefined && { bundle: resolve(requested.server) }),
    });
    for (const { invariant, what } of run.violations)
      console.log(`${setup}: VIOLATION ${invariant}: ${what}`);
    console.log(
      `${setup}: ${run.kills} times killed 0 to 300 ms after an answer, ${run.lamps} lamps compared; ` +
        `wrong after ${run.wrong} of ${run.kills}, ${run.violations.length} violations`,
    );
    if (run.violations.length > 0) process.exitCode = 1;
  } finally {
    await places.stop();
  }
}
