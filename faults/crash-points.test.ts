import { COMMAND_POINTS } from '@semaforo/server/platform/fail-point';
import { describe, expect, test } from 'vitest';
import { type Crash, planCrashes } from './harness/crash-plan.ts';
import { runCrashPoints } from './harness/run-crash-points.ts';

/**
 * Each point once, with the act that reaches it soonest; then a click, and two schedules for the same instant. Every
 * second point on PostgreSQL: `npm run faults -- crash-points` takes all on both.
 */
const SELECTION: readonly Crash[] = [
  ...planCrashes(COMMAND_POINTS.length).map((crash) => ({ ...crash, withMuteSignal: false })),
  { ...crashAt(10, 'before-acknowledgement'), act: 'click' },
  { ...crashAt(11, 'after-mark'), act: 'pair' },
];

/** Every second point, and both of the other acts. */
function isOnPostgres(_crash: Crash, index: number): boolean {
  return index % 2 === 0 || index >= COMMAND_POINTS.length;
}

function crashAt(number: number, point: Crash['point']) {
  return { number, point, pass: 1, atStart: false, withMuteSignal: false, downMs: 0 };
}

describe.concurrent('a server that crashes at any point', () => {
  test.for(['sqlite', 'postgres'] as const)(
    'loses, repeats and invents nothing on %s after its next start',
    async (engine, { skip }) => {
      const plan = engine === 'sqlite' ? SELECTION : SELECTION.filter(isOnPostgres);
      const run = await runCrashPoints({ engine, plan });
      // Without PostgreSQL on the machine.
      if (!run) return skip();
      expect(run.misses).toEqual([]);
      expect(run.violations).toEqual([]);
      expect(run.clicks).toBe(1);
      expect(new Set(run.records.deliveries.map(({ state }) => state))).toContain('confermato');
    },
  );
});

describe('the plan of the crashes', () => {
  test('covers every point with every act that reaches it', () => {
    const met = new Set(planCrashes(200).map(({ point, act }) => `${point} ${act}`));
    // A click does not claim a schedule.
    expect(met.size).toBe(3 * COMMAND_POINTS.length - 2);
  });
});
