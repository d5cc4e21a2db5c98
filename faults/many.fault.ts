// All of Italy on one console: of many signals some are mute, some lie and some flap, and nothing may be shown, stored
// or told that they did not say. `npm run faults -- many [--devices 80000] [--commands 3]`.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Command } from '@semaforo/contract/api/commands';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import {
  assertLit,
  assertSignals,
  SIGNAL_INVARIANTS,
  type SignalInvariant,
  type SignalViolation,
} from '@semaforo/testing/assert-signals';
import { openFleet } from './many/fleet.ts';
import { assertStored } from './many/stored-lamps.ts';

const CHECK_EVERY_MS = 2000;
/** The longest deadline, and what a device then still has. */
const SENT_WITHIN_MS = 131_000;
const CALM_WITHIN_MS = 180_000;
const SENT_EXAMPLES = 5;

const { values: requested } = parseArgs({
  options: { devices: { type: 'string', default: '80000' }, commands: { type: 'string', default: '3' } },
});
const startedAt = performance.now();
const fleet = await openFleet(Number(requested.devices));
const violations: SignalViolation[] = [];
let readings = 0;
try {
  const { admin, words, isGood } = fleet;
  const commands: Command[] = [];
  fleet.flap();
  for (let number = 0; number < Number(requested.commands); number += 1) {
    const color = SIGNAL_COLORS[3 - (number % SIGNAL_COLORS.length)] ?? 'rosso';
    const { commandId } = await admin('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: color },
    });
    commands.push(await followed(commandId));
  }
  await fleet.settle();
  const records = await admin('listDeviceStatuses');
  const calm = { words, isGood, records, commands, reportedWithinMs: SENT_WITHIN_MS };
  violations.push(...assertSignals(calm));
  const dataDir = await fleet.end();
  violations.push(...(await assertStored(dataDir, words)));
  print(commands);
} finally {
  await fleet.stop();
}

/** Reads again and again until the command has ended: at no moment is anything shown lit that nobody said. */
async function followed(commandId: number): Promise<Command> {
  const giveUpAt = performance.now() + CALM_WITHIN_MS;
  for (;;) {
    const records = await fleet.admin('listDeviceStatuses');
    readings += 1;
    violations.push(...assertLit(records, fleet.words));
    const command = await fleet.admin('getCommand', { params: { commandId } });
    const hasEnded = command.deliveries.every(({ state }) => !isUnderWay(state));
    if (hasEnded || performance.now() > giveUpAt) return command;
    await delay(CHECK_EVERY_MS);
  }
}

function print(commands: readonly Command[]): void {
  const states = new Map<string, number>();
  for (const { state } of commands.flatMap(({ deliveries }) => deliveries))
    states.set(state, (states.get(state) ?? 0) + 1);
  const counts = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `many: ${requested.devices} signals (${fleet.kinds()}), ${commands.length} commands, ${counts}, ` +
      `${readings} readings meanwhile, ${seconds} s`,
  );
  const found = new Map<SignalInvariant, SignalViolation[]>();
  for (const violation of violations)
    found.set(violation.invariant, [...(found.get(violation.invariant) ?? []), violation]);
  for (const [invariant, sentence] of Object.entries(SIGNAL_INVARIANTS)) {
    const ofIt = [...found].find(([name]) => name === invariant)?.[1] ?? [];
    console.log(`  ${sentence}: ${ofIt.length === 0 ? 'held' : `${ofIt.length} VIOLATIONS`}`);
    for (const { key, what } of ofIt.slice(0, SENT_EXAMPLES)) console.log(`    ${key}: ${what}`);
  }
  if (violations.length > 0) process.exitCode = 1;
}
