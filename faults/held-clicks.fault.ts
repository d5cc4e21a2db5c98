// A click held on its way to the lamp, with a newer command between, is never carried out when it is over 10 s old.
// `tsx faults/held-clicks.fault.ts [--setup all] [--longest 150]`.
import { parseArgs } from 'node:util';
import { assembleCrew } from './truth/crew.ts';
import { HOLDERS, holdClick } from './truth/held-click.ts';
import { openPlaces, type Place } from './truth/place.ts';
import { chosenSetups } from './truth/setups.ts';
import { steadyPlan } from './truth/steady-plan.ts';
import { startTestbed } from './truth/testbed.ts';
import type { ReportViolation } from './truth/violation.ts';

const HELD_S = [5, 10.5, 12.5, 15, 35, 65, 150];

const { values: requested } = parseArgs({
  options: { setup: { type: 'string', default: 'all' }, longest: { type: 'string', default: '150' } },
});
const lengths = HELD_S.filter((seconds) => seconds <= Number(requested.longest));

for (const setup of chosenSetups(requested.setup)) {
  const places = await openPlaces(setup);
  if (!places) {
    console.log(`Tralasciato ${setup}: manca un programma`);
    continue;
  }
  try {
    await run(setup, await places.next());
  } finally {
    await places.stop();
  }
}

async function run(setup: string, place: Place): Promise<void> {
  const testbed = await startTestbed(place, steadyPlan());
  let violations = 0;
  const reportViolation: ReportViolation = (invariant, what) => {
    violations += 1;
    process.exitCode = 1;
    console.log(`${setup}: VIOLATION ${invariant}: ${what}`);
  };
  try {
    await testbed.server.start();
    const crew = await assembleCrew(testbed);
    for (const device of testbed.devices.values()) device.start();
    for (const holder of HOLDERS) {
      for (const seconds of lengths) {
        const click = await holdClick({ holder, heldMs: seconds * 1000 }, testbed, crew, reportViolation);
        if (!click) continue;
        const done = click.isCarriedOut ? `carried out after ${click.lastNotifiedMs} ms` : 'not carried out';
        console.log(
          `${setup}: ${holder} held for ${seconds} s: ${done}; the operator reads: ${click.answer}`,
        );
      }
    }
    crew.close();
  } finally {
    await testbed.stop();
    await place.remove();
  }
  console.log(`${setup}: ${violations} violations`);
}
