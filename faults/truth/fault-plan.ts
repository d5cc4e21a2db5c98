import type { SeededRandom } from './seeded-random.ts';
import type { Setup } from './setups.ts';
import { TOWN } from './town.ts';

/** The networks that can be disturbed. A device's own is named by its key. */
export type NetworkName = 'link' | 'web' | 'database' | 'nats' | 'device';
type NetworkTrouble = 'slow' | 'silent up' | 'silent down' | 'silent' | 'cut' | 'cut at commit';
export type ServerTrouble = 'kill' | 'kill after an answer' | 'terminate' | 'pause';
type BrokerTrouble = 'kill' | 'terminate' | 'pause';

/** `lastsMs`: until it is mended; `ms`: the delay of a slow network, or how long after an answer the server dies. */
export type Fault = { lastsMs: number; ms: number } & (
  | { of: 'network'; network: NetworkName; trouble: NetworkTrouble; key: string }
  | { of: 'server'; trouble: ServerTrouble }
  | { of: 'broker'; trouble: BrokerTrouble }
);

type Kind =
  | { of: 'network'; network: NetworkName; trouble: NetworkTrouble }
  | { of: 'server'; trouble: ServerTrouble }
  | { of: 'broker'; trouble: BrokerTrouble };

const network = (name: NetworkName, ...troubles: NetworkTrouble[]): Kind[] =>
  troubles.map((trouble) => ({ of: 'network', network: name, trouble }));

const EVERYWHERE: readonly Kind[] = [
  ...network('link', 'slow', 'silent up', 'silent down', 'silent', 'cut'),
  ...network('web', 'slow', 'silent up', 'silent down', 'cut'),
  ...network('device', 'slow', 'silent up', 'silent down', 'silent', 'cut'),
  { of: 'server', trouble: 'kill' },
  { of: 'server', trouble: 'kill after an answer' },
  { of: 'server', trouble: 'kill after an answer' },
  { of: 'server', trouble: 'terminate' },
  { of: 'server', trouble: 'pause' },
];
const OUTSIDE_BROKER: readonly Kind[] = [
  { of: 'broker', trouble: 'kill' },
  { of: 'broker', trouble: 'terminate' },
  { of: 'broker', trouble: 'pause' },
];
const BETWEEN_SERVERS = network('nats', 'slow', 'silent', 'cut');
const OUTSIDE_DATABASE = network('database', 'slow', 'silent', 'cut', 'cut at commit', 'cut at commit');

const SLOW_MS = { least: 50, most: 900 };
const AFTER_ANSWER_MS = { least: 0, most: 300 };
/** No fault lasts longer. */
export const LONGEST_FAULT_MS = 12_000;

/** One long fault, or several short ones after each other: a fault is mended before the next one comes. */
export function planFaults(
  random: SeededRandom,
  setup: Setup,
  durationMs: number,
): (Fault & { atMs: number })[] {
  const kinds = kindsOf(setup);
  const count = random.between(1, 5);
  const slotMs = Math.floor(durationMs / count);
  return Array.from({ length: count }, (_, index) => {
    const within = random.between(0, Math.floor(slotMs / 4));
    const longest = Math.min(LONGEST_FAULT_MS, slotMs - within);
    const kind = random.pick(kinds);
    const ms =
      kind.trouble === 'slow'
        ? random.between(SLOW_MS.least, SLOW_MS.most)
        : random.between(AFTER_ANSWER_MS.least, AFTER_ANSWER_MS.most);
    const times = {
      atMs: index * slotMs + within,
      lastsMs: random.between(Math.floor(longest / 5), longest),
      ms,
    };
    return kind.of === 'network' ? { ...times, ...kind, key: random.pick(TOWN).key } : { ...times, ...kind };
  });
}

/** The faults that can happen in that setup. */
export function kindsOf(setup: Setup): readonly Kind[] {
  return [
    ...EVERYWHERE,
    ...(setup === 'embedded' ? [] : OUTSIDE_BROKER),
    ...(setup === 'postgres' || setup === 'servers' ? OUTSIDE_DATABASE : []),
    ...(setup === 'servers' ? BETWEEN_SERVERS : []),
  ];
}

/** How a fault is called in the report. */
export function faultName(fault: Kind): string {
  return fault.of === 'network' ? `${fault.network} ${fault.trouble}` : `${fault.of} ${fault.trouble}`;
}
