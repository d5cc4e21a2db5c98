import type { Client } from '@semaforo/client';
import type { Attack, AttackResult } from './attack.ts';
import { type AttackedConsole, startAttackedConsole, timeCommands, watchHealth } from './attacked-console.ts';

const ATTACK_MS = 7000;
const P99_LIMIT_MS = 1000;
const RSS_LIMIT_MB = 400;

/** What one operator does as often as they can, so many at a time; another's commands are timed meanwhile. */
const FLOODS: readonly { name: string; atOnce: number; ask: (mario: Client) => Promise<unknown> }[] = [
  {
    name: 'flood of commands',
    atOnce: 50,
    ask: (mario) => mario.attempt('sendCommand', { body: { command: 'giallo' } }),
  },
  {
    name: 'flood of settings',
    atOnce: 20,
    ask: (mario) =>
      mario.attempt('saveMySettings', {
        body: Object.fromEntries(
          Array.from({ length: 6 }, (_, index) => [
            `map_${Math.random().toString(36).slice(2)}_${index}`,
            'x'.repeat(9900),
          ]),
        ),
      }),
  },
  {
    name: 'flood of histories',
    atOnce: 50,
    ask: (mario) => mario.attempt('listHistory', { query: { limit: 5000 } }),
  },
  { name: 'flood of lists', atOnce: 50, ask: (mario) => mario.attempt('listDeviceStatuses') },
];

export const neighbourAttacks: readonly Attack[] = FLOODS.map(({ name, atOnce, ask }) => ({
  name,
  bound: "another Comune's command p99 within 1 s",
  run: async () => {
    const attacked = await startAttackedConsole();
    try {
      await fillHistory(attacked);
      return await flood(attacked, { atOnce, ask });
    } finally {
      await attacked.stop();
    }
  },
}));

async function flood(
  attacked: AttackedConsole,
  { atOnce, ask }: { atOnce: number; ask: (mario: Client) => Promise<unknown> },
): Promise<AttackResult> {
  const { mario, vera } = attacked;
  const watch = watchHealth(attacked);
  let isFlooding = true;
  let asked = 0;
  const floods = Array.from({ length: atOnce }, async () => {
    while (isFlooding) {
      await ask(mario).catch(() => undefined);
      asked += 1;
    }
  });
  const timed = await timeCommands(vera, ATTACK_MS);
  isFlooding = false;
  await Promise.all(floods);
  const health = await watch.stop();
  return {
    figures: { asked, ...timed, ...health },
    violations: [
      ...(timed.confirmed < timed.commands ? ['a command of another was not confirmed'] : []),
      ...(timed.p99Ms > P99_LIMIT_MS ? [`commands of another took ${timed.p99Ms} ms`] : []),
      ...(health.rssMaxMb > RSS_LIMIT_MB ? [`${health.rssMaxMb} MB`] : []),
    ],
  };
}

/** So that a history is long: by the admin, for the operator is to have all of their share. */
async function fillHistory({ admin }: AttackedConsole): Promise<void> {
  for (let command = 0; command < 45; command += 1) {
    await admin('sendCommand', { body: { command: command % 2 === 0 ? 'rosso' : 'verde' } });
  }
}
