import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { counted } from '@semaforo/contract/domain/italian';
import { type MonotonicClock, systemMonotonicClock } from '../platform/clock.ts';
import { createGate } from '../platform/gate.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTokenBuckets } from '../platform/token-buckets.ts';
import { within } from '../platform/within.ts';

/** A person who looks for the right password tries a few times. */
const TRIALS = { burst: 10, perSecond: 10 / 60 };
const AT_ONCE = 2;
const LOOK_UP_WITHIN_MS = 5000;

const NO_BROKER_THERE = new Refusal('unprocessable', {
  code: 'broker-address-refused',
  message: 'A questo indirizzo non può esserci un broker',
});
const OTHERS_UNDER_WAY = new Refusal('too-many', {
  code: 'too-many-trials',
  message: 'Altre prove di un broker sono in corso: riprova fra qualche secondo',
  retryAfterS: 5,
});

/** The addresses that a host name or any spelling of an address stands for. */
export type LookUp = (host: string) => Promise<readonly string[]>;

const lookUpAll: LookUp = async (host) => {
  const found = await within(LOOK_UP_WITHIN_MS, lookup(host, { all: true }));
  return found.map(({ address }) => address);
};

/**
 * Runs a trial of a broker for a user, unless it is one too many or its address is one where no broker can be
 * (docs/rules.md#broker-trial).
 */
export type TrialGuard = <T>(
  trial: { userId: number | null; host: string },
  run: () => Promise<T>,
) => Promise<T | Refusal>;

export function createTrialGuard(
  options: { lookUp?: LookUp; monotonicClock?: MonotonicClock } = {},
): TrialGuard {
  const { lookUp = lookUpAll, monotonicClock = systemMonotonicClock } = options;
  const buckets = createTokenBuckets(TRIALS);
  const gate = createGate({ atOnce: AT_ONCE, waitingAtMost: 0, waitMs: 0 });
  return async ({ userId, host }, run) => {
    const waitMs = buckets.take(String(userId), monotonicClock.elapsedMs());
    if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000));
    const leave = await gate.enter('trial');
    if (!leave) return OTHERS_UNDER_WAY;
    try {
      return (await mayBeBroker(host, lookUp)) ? await run() : NO_BROKER_THERE;
    } finally {
      leave();
    }
  };
}

/** A name that cannot be looked up is left to the connection, which fails like with any other address. */
async function mayBeBroker(host: string, lookUp: LookUp): Promise<boolean> {
  const addresses = await lookUp(host.replace(/^\[|\]$/g, '')).catch(() => []);
  return !addresses.some((address) => {
    const [bare = ''] = address.split('%');
    return NEVER_BROKERS.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  });
}

/** Unspecified, link-local, multicast, and where clouds tell a machine its secrets; IPv4 also as written in IPv6. */
const NEVER_BROKERS = new BlockList();
NEVER_BROKERS.addSubnet('0.0.0.0', 8);
NEVER_BROKERS.addSubnet('169.254.0.0', 16);
NEVER_BROKERS.addSubnet('224.0.0.0', 3);
NEVER_BROKERS.addAddress('100.100.100.200');
NEVER_BROKERS.addAddress('192.0.0.192');
NEVER_BROKERS.addAddress('::', 'ipv6');
NEVER_BROKERS.addSubnet('fe80::', 10, 'ipv6');
NEVER_BROKERS.addSubnet('ff00::', 8, 'ipv6');
NEVER_BROKERS.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
NEVER_BROKERS.addAddress('fd00:ec2::254', 'ipv6');

function tooMany(retryAfterS: number): Refusal {
  return new Refusal('too-many', {
    code: 'too-many-trials',
    message: `Troppe prove in poco tempo: riprova fra ${counted(retryAfterS, ['secondo', 'secondi'])}`,
    retryAfterS,
  });
}
