import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describeUnrun, inNeither, type Unrun } from './heart-coverage.ts';
import type { Simulated } from './simulate.ts';

const RUN = fileURLToPath(new URL('./run-year.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What came of a seed. */
export type SeedResult = Simulated & { seconds: number; unrun: Unrun };

export type SeedOptions = {
  seed: number;
  days: number;
  without?: readonly string[];
  mutation?: number;
  /** Prints all that happens. */
  journal?: boolean;
  /** Tells what of the heart never ran, which takes four times as long. */
  coverage?: boolean;
};

/** Runs a seed in a process of its own. Rejects when that fails otherwise than by a violation. */
export function runSeed({
  seed,
  days,
  without = [],
  mutation,
  journal = false,
  coverage = false,
}: SeedOptions): Promise<SeedResult> {
  const args = ['--import', 'tsx', RUN, '--seed', String(seed), '--days', String(days)];
  for (const name of without) args.push('--without', name);
  if (mutation !== undefined) args.push('--mutation', String(mutation));
  if (journal) args.push('--journal');
  if (coverage) args.push('--coverage');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      if (journal) process.stdout.write(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    child.on('close', (code) => {
      const last = output.join('').trimEnd().split('\n').at(-1) ?? '';
      if (code === 0) resolve(JSON.parse(last) as SeedResult);
      else reject(new Error(`seed ${seed} failed:\n${output.join('').slice(-3000)}`));
    });
  });
}

/** Works through them, as many at once as there are processors. */
export async function inParallel<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const waiting = [...things];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** Runs so many seeds from that one on, and prints a line for each; resolves to how many were violated. */
export async function runSeeds(
  options: SeedOptions,
  { many, print }: { many: number; print: (line: string) => void },
): Promise<number> {
  const total = { days: 0, steps: 0, violated: 0 };
  const happened = new Map<string, number>();
  let unrun: Unrun | undefined;
  const seeds = Array.from({ length: many }, (_one, index) => options.seed + index);
  await inParallel(seeds, async (seed) => {
    const result = await runSeed({ ...options, seed }).catch((error: unknown) => print(String(error)));
    if (!result || result.violation) total.violated += 1;
    if (!result) return;
    total.days += result.days;
    total.steps += result.steps;
    unrun = unrun ? inNeither(unrun, result.unrun) : result.unrun;
    for (const [name, times] of Object.entries(result.happened))
      happened.set(name, (happened.get(name) ?? 0) + times);
    print(describeResult(result));
    if (!result.violation) return;
    for (const line of result.lines) print(`    ${line.slice(0, 200)}`);
  });
  for (const line of describeUnrun(unrun ?? {})) print(line);
  const counts = [...happened].sort(([one], [other]) => one.localeCompare(other));
  print(`happened: ${counts.map(([name, times]) => `${times} ${name}`).join(', ')}`);
  print(
    `${(total.days / 365).toFixed(2)} years, ${many} seeds, ${total.steps} steps, ${total.violated} violations`,
  );
  return total.violated;
}

function describeResult({ seed, days, steps, digest, violation, seconds }: SeedResult): string {
  const came = violation ? `VIOLATION ${violation.invariant}: ${violation.what}` : 'no violation';
  return `seed ${seed}: ${days.toFixed(1)} days in ${seconds} s, ${steps} steps, digest ${digest}, ${came}`;
}
