// Attacks on the doors of the console, each on a server of its own, and what the others notice meanwhile.
// Usage: `tsx faults/doors.fault.ts [NAME]`: all of them, or those whose name contains that.

import type { Attack } from './doors/attack.ts';
import { scheduleAttacks } from './doors/http-schedules.ts';

const ATTACKS: readonly Attack[] = [...scheduleAttacks];

const [asked = ''] = process.argv.slice(2);
for (const { name, run } of ATTACKS.filter((attack) => attack.name.includes(asked))) {
  const { figures, violations } = await run();
  console.log(`${name}: ${JSON.stringify(figures)}`);
  for (const violation of violations) {
    console.log(`  VIOLATION: ${violation}`);
    process.exitCode = 1;
  }
}
