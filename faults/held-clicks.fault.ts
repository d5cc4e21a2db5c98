// A click held on its way to the lamp, with a newer command between, is never carried out when it is over 10 s old.
// `tsx faults/held-clicks.fault.ts [--setup all] [--longest 150]`.
import { parseArgs } from 'node:util';
import { assembleCrew } from './truth/crew.ts';
import { HOLDERS, holdClick } from './truth/held-click.ts';
import { openPlaces, type Place } from './truth/place.ts';
import { chosenSetups } from './truth/setups.ts';
import { steadyPlan } from './truth/steady-plan.ts';
import type { Blame } from './truth/violation.ts';
import { startWorld } from './truth/world.ts';

const HELD_S = [5, 10.5, 12.5, 15, 35, 65, 150];

const { values: asked } = parseArgs({
  options: { setup: { type: 'string', default: 'all' }, longest: { type: 'string', default: '150' } },
});
const lengths = HELD_S.filter((seconds) => seconds <= Number(asked.longest));

for (const setup of chosenSetups(asked.setup)) {
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
  const world = await startWorld(place, steadyPlan());
  let violations = 0;
  const blame: Blame = (invariant, what) => {
    violations += 1;
    process.exitCode = 1;
    console.log(`${setup}: VIOLATION ${invariant}: ${what}`);
  };
  try {
    await world.server.start();
    const crew = await assembleCrew(world);
    for (const device of world.devices.values()) device.start();
    for (const holder of HOLDERS) {
      for (const seconds of lengths) {
        const click = await holdClick({ holder, heldMs: seconds * 1000 }, world, crew, blame);
        if (!click) continue;
        const done = click.isCarriedOut ? `carried out after ${click.lastToldMs} ms` : 'not carried out';
        console.log(
          `${setup}: ${holder} held for ${seconds} s: ${done}; the operator reads: ${click.answer}`,
        );
      }
    }
    crew.close();
  } finally {
    await world.stop();
    await place.remove();
  }
  console.log(`${setup}: ${violations} violations`);
}
