import { CHANNEL, KEYS, OPERATOR, setUpComune, typeOf } from './comune.ts';
import { startDays } from './every-day.ts';
import type { Violation } from './invariants.ts';
import { createJournal } from './journal.ts';
import { createJudge } from './judge.ts';
import { createLookAtAll } from './look-at-all.ts';
import { chanceOf, HAPPENINGS, type Planned, planYear } from './plan-year.ts';
import { createPerson, type Scene } from './scene.ts';
import { createSimulatedDevice } from './simulated-device.ts';
import { runUntil, WorldOver, world } from './simulated-host.ts';
import { DAY_MS } from './times.ts';
import { ADMIN, createTown } from './town.ts';

const LOOKS_EVERY_MS = 5 * DAY_MS;
const LINES_SHOWN = 80;

/** What came of it. `digest`: of all that happened; `lines`: the last of that. */
export type Simulated = {
  seed: number;
  days: number;
  steps: number;
  digest: string;
  violation: Violation | undefined;
  happened: Readonly<Record<string, number>>;
  lines: readonly string[];
};

/** Runs so many days of a Comune, or until something is violated. Host and disk are installed by then. */
export async function simulate(options: {
  seed: number;
  days: number;
  /** What does not happen. */
  without: ReadonlySet<string>;
  /** Prints all that happens. */
  print: boolean;
}): Promise<Simulated> {
  const { seed, days } = options;
  const scene = createScene(options);
  const { town, judge, journal } = scene;
  const happened: Record<string, number> = {};
  const lookAtAll = createLookAtAll(scene);
  const happen = async ({ name, number }: Planned) => {
    happened[name] = (happened[name] ?? 0) + 1;
    journal.note(`happens: ${name} ${number}`);
    world.isBusy();
    await HAPPENINGS[name]?.happen(scene, chanceOf(seed, `${name} ${number}`));
    scene.lookAtPages();
  };

  const run = async () => {
    await setUpComune(scene, chanceOf(seed, 'Comune'));
    startDays(scene, chanceOf(seed, 'bulletins'));
    const looks = Array.from({ length: Math.floor((days * DAY_MS) / LOOKS_EVERY_MS) }, (_one, index) => ({
      at: (index + 1) * LOOKS_EVERY_MS,
      run: lookAtAll,
    }));
    const acts = planYear(options).map((planned) => ({ at: planned.at, run: () => happen(planned) }));
    for (const { at, run } of [...acts, ...looks].sort((one, other) => one.at - other.at)) {
      await runUntil(at);
      if (judge.found()) return;
      scene.lookAtPages();
      await run();
    }
    await runUntil(days * DAY_MS);
  };
  await run().catch((error: unknown) => {
    if (!(error instanceof WorldOver)) throw error;
  });
  town.remove();
  return {
    ...{ seed, happened, steps: world.steps, digest: journal.digest(), violation: judge.found() },
    days: world.elapsed() / DAY_MS,
    lines: journal.last(LINES_SHOWN),
  };
}

function createScene({ seed, print }: { seed: number; print: boolean }): Scene {
  const chance = chanceOf(seed, 'world');
  const journal = createJournal({ print });
  const judge = createJudge({ journal, keys: new Set(KEYS) });
  const latencyMs = () => chance.between(1, 8);
  const lookAtPages = () => {
    for (const page of town.pages.all()) judge.look([...page.records().values()]);
  };
  const town = createTown({
    ...{ chance, journal, latencyMs },
    saysWhoListens: chance.happens(0.5),
    took: (command) => {
      journal.note(`the broker takes ${command.topic} ${command.payload}`);
      judge.took(command);
    },
    failed: judge.failed,
    linked: judge.linked,
    sent: (message) => {
      if (message.to !== CHANNEL) return;
      lookAtPages();
      judge.citizensRead(message);
    },
  });
  const devices = KEYS.map((key) =>
    createSimulatedDevice({
      ...{ key, chance, journal, latencyMs, broker: town.broker },
      type: typeOf(key),
      profile: 'outN',
      qos: chance.pick([0, 1, 1]),
      repeatsOnJoin: chance.happens(0.7),
      isRetaining: chance.happens(0.2),
      afterReboot: chance.pick(['dark', 'verde', 'last']),
      said: (lamp, on) => judge.said(key, lamp, on),
    }),
  );
  const [anna, admin] = [createPerson(town, OPERATOR), createPerson(town, ADMIN)];
  return { town, devices, ids: new Map(), anna, admin, journal, judge, lookAtPages };
}
