import type { Attack } from './attack.ts';
import { ATTACK_NAMES } from './broker-attacker.ts';
import { floodBroker } from './flood-broker.ts';

const BOUND = 'healthz p99 < 100 ms, command p99 < 500 ms, memory + < 100 MB, no restart, no wrong lamp';

/** What a hostile client with a valid log-in, or without one, does to the embedded broker. */
export const brokerAttacks: readonly Attack[] = ATTACK_NAMES.map((name) => ({
  name: `broker-${name}`,
  bound: BOUND,
  run: (options) => floodBroker({ ...options, attack: name }),
}));
