import { readFileSync } from 'node:fs';

/** Where `npm run faults` ends the server, as a power cut would, to see what the next start makes of it. */
export const COMMAND_POINTS = [
  'before-claim',
  'after-claim',
  'before-mark',
  'after-mark',
  'before-publish',
  'after-publish',
  'before-acknowledgement',
  'after-acknowledgement',
  'before-outcome',
  'after-outcome',
] as const;

/** The same while the water at a site asks for an alert. */
export const WATER_POINTS = ['before-raise', 'after-raise'] as const;

export type CommandPoint = (typeof COMMAND_POINTS)[number];
export type FailPoint = CommandPoint | (typeof WATER_POINTS)[number];

/**
 * Ends the process (SIGKILL) at the point that is named in the file of `SEMAFORO_FAIL_POINT`. `before-publish:3`
 * means the third time since that was written. It is no setting of the product, so it is read here and not in
 * config.ts: build.mjs compiles the variable, and all of this, out of it.
 */
export function failPoint(point: FailPoint): void {
  if (process.env.SEMAFORO_FAIL_POINT !== undefined) pass(point, process.env.SEMAFORO_FAIL_POINT);
}

let armed = '';
let passed = 0;

function pass(point: FailPoint, file: string): void {
  const written = readFileSync(file, 'utf8');
  if (written !== armed) passed = 0;
  armed = written;
  const [name, times] = armed.split(':');
  if (point !== name) return;
  passed += 1;
  if (passed === Number(times)) process.kill(process.pid, 'SIGKILL');
}
