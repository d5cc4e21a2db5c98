import { DAY_MS } from '../years/times.ts';
import type { Attack } from './attack.ts';
import { startAttackedConsole, timeCommands, watchHealth } from './attacked-console.ts';

const ATTACK_MS = 10_000;
const PLANS = 100;
const EXCEPTIONS = 366;
const AT_ONCE = 60;
const P99_LIMIT_MS = 1000;

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** One operator has all the plans that one may have, with a year of exceptions each, and reads them without end. */
export const planReading: Attack = {
  name: 'reading of plans',
  bound: "another Comune's command p99 within 1 s",
  run: async () => {
    const attacked = await startAttackedConsole();
    const { mario, vera } = attacked;
    let isReading = true;
    const answers = { read: 0, refused: 0 };
    try {
      const exceptions = Array.from({ length: EXCEPTIONS }, (_, index) => dayAfter(index + 1));
      for (let plan = 0; plan < PLANS; plan += 1) {
        const begin = `${String(plan % 24).padStart(2, '0')}:${String(plan % 60).padStart(2, '0')}`;
        const when = {
          repeat: 'giorno',
          every: 1,
          starts_on: dayAfter(1),
          ends_on: null,
          begin,
          end: null,
        } as const;
        await mario('createPlan', {
          body: { color: 'giallo', device_type: 'semaforo', exceptions, ...when },
        });
      }
      const readers = Array.from({ length: AT_ONCE }, async () => {
        while (isReading) {
          const { ok } = await mario.attempt('listPlans');
          answers[ok ? 'read' : 'refused'] += 1;
        }
      });
      const watch = watchHealth(attacked);
      const timed = await timeCommands(vera, ATTACK_MS);
      isReading = false;
      await Promise.all(readers);
      const health = await watch.stop();
      return {
        figures: { plans: PLANS, ...answers, ...timed, ...health },
        violations: [
          ...(timed.confirmed < timed.commands ? ['a command of another was not confirmed'] : []),
          ...(timed.p99Ms > P99_LIMIT_MS ? [`commands of another took ${timed.p99Ms} ms`] : []),
        ],
      };
    } finally {
      isReading = false;
      await attacked.stop();
    }
  },
};
