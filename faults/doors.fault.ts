// Attacks on a console of its own, one after the other, with what an honest operator notices of them.
// `tsx faults/doors.fault.ts [--seconds 60] [--only NAME]`.
import { parseArgs } from 'node:util';
import type { Attack } from './doors/attack.ts';
import { brokerAttacks } from './doors/broker-attacks.ts';
import { unauthenticatedAttack } from './doors/broker-unauthenticated.ts';
import { impossibleYears } from './doors/http-bulletins.ts';
import { mutationAttack } from './doors/http-mutations.ts';
import { neighbourAttacks } from './doors/http-neighbour.ts';
import { planReading } from './doors/http-plans.ts';
import { scheduleAttacks } from './doors/http-schedules.ts';
import { tableAttacks } from './doors/http-tables.ts';
import { unfinishedAttacks } from './doors/http-unfinished.ts';
import { stuckServer } from './doors/stuck-server.ts';

const ATTACKS: readonly Attack[] = [
  ...brokerAttacks,
  unauthenticatedAttack,
  ...tableAttacks,
  ...scheduleAttacks,
  ...neighbourAttacks,
  ...unfinishedAttacks,
  planReading,
  impossibleYears,
  stuckServer,
  mutationAttack,
];

const { values: requested } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
});
const chosen = ATTACKS.filter(({ name }) => requested.only === undefined || name.startsWith(requested.only));
if (chosen.length === 0) {
  console.error(`Non c'è ${requested.only}: ${ATTACKS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

for (const { name, bound, run } of chosen) {
  const { figures, violations } = await run({ seconds: Number(requested.seconds) });
  console.log(`${name}: ${JSON.stringify(figures)}`);
  console.log(`  ${bound}: ${violations.length === 0 ? 'held' : violations.join('; ')}`);
  if (violations.length > 0) process.exitCode = 1;
}
