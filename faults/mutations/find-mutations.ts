import { inParallel, runSeed } from '../years/run-seeds.ts';
import { MUTATIONS } from './mutations.ts';

/** Each must be found within ten simulated years; most need days. */
const YEARS_AT_MOST = 10;
const DAYS_OF_A_SEED = 60;

/** Puts each fault into the server, and simulates until it is found. Resolves to how many were missed. */
export async function findMutations(print: (line: string) => void, only?: number): Promise<number> {
  let missed = 0;
  const numbers = MUTATIONS.map((_mutation, number) => number).filter(
    (number) => only === undefined || number === only,
  );
  await inParallel(numbers, async (number) => {
    const name = MUTATIONS[number]?.name ?? '';
    let days = 0;
    for (let seed = 1; days < YEARS_AT_MOST * 365; seed += 1) {
      const result = await runSeed({ seed, days: DAYS_OF_A_SEED, mutation: number });
      days += result.days;
      if (!result.violation) continue;
      print(
        `found ${number}, ${name}: seed ${seed} after ${days.toFixed(0)} days, ${result.violation.invariant}`,
      );
      return;
    }
    missed += 1;
    print(`MISSED ${number}, ${name}: ${days.toFixed(0)} days`);
  });
  print(`${numbers.length - missed} of ${numbers.length} mutations found`);
  return missed;
}
