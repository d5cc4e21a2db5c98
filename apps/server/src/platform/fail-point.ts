/** Where `npm run faults` ends the server, as a power cut would, to see what the next start makes of it. */
export const FAIL_POINTS = [
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

export type FailPoint = (typeof FAIL_POINTS)[number];

/**
 * Ends the process (SIGKILL) when this is the point that `SEMAFORO_FAIL_POINT` names, as in `before-publish:3`: there, the third time.
 * No setting of the product, hence read here and not in config.ts: build.mjs compiles the variable, and with it all of this, out of it.
 */
export function failPoint(point: FailPoint): void {
  if (process.env.SEMAFORO_FAIL_POINT !== undefined) pass(point, process.env.SEMAFORO_FAIL_POINT);
}

let passed = 0;

function pass(point: FailPoint, armed: string): void {
  const [name, times = '1'] = armed.split(':');
  if (point !== name) return;
  passed += 1;
  if (passed === Number(times)) process.kill(process.pid, 'SIGKILL');
}
