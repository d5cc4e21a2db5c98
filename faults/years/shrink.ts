import { runSeed, type SeedOptions, type SeedResult } from './run-seeds.ts';

/**
 * Leaves out of a violated seed whatever it is violated without, and ends it where that is. Resolves to the lines of a
 * test that runs what is left.
 */
export async function shrink(options: SeedOptions, print: (line: string) => void): Promise<string[]> {
  const whole = await runSeed(options);
  const { violation } = whole;
  if (!violation) return [`seed ${options.seed}: no violation within ${options.days} days`];
  const isSame = (result: SeedResult) => result.violation?.invariant === violation.invariant;
  let without = [...(options.without ?? [])];
  let shortest = whole;
  for (const name of Object.keys(whole.happened)) {
    const result = await runSeed({
      ...options,
      days: Math.ceil(shortest.days) + 5,
      without: [...without, name],
    });
    print(`without ${name}: ${result.violation?.invariant ?? 'no violation'}`);
    if (!isSame(result)) continue;
    without = [...without, name];
    shortest = result;
  }
  const never = without.map((name) => `'${name}'`).join(', ');
  return [
    `// ${violation.what.slice(0, 100)}`,
    `test('seed ${options.seed} violates no ${violation.invariant}', async () => {`,
    `  const without = [${never}];`,
    `  const { violation } = await runSeed({ seed: ${options.seed}, days: ${Math.ceil(shortest.days) + 1}, without });`,
    '  expect(violation).toBeUndefined();',
    '});',
  ];
}
