import { counted } from '@semaforo/contract/domain/italian';
import { type MonotonicClock, systemMonotonicClock } from '../platform/clock.ts';
import { isForbiddenHost, type LookUp } from '../platform/forbidden-hosts.ts';
import { createGate } from '../platform/gate.ts';
import { Refusal } from '../platform/refusal.ts';
import { createTokenBuckets } from '../platform/token-buckets.ts';

/** A person who looks for the right password tries a few times. */
const TRIALS = { burst: 10, perSecond: 10 / 60 };
const AT_ONCE = 2;

const NO_BROKER_THERE = new Refusal('unprocessable', {
  code: 'broker-address-refused',
  message: 'A questo indirizzo non può esserci un broker',
});
const OTHERS_UNDER_WAY = new Refusal('too-many', {
  code: 'too-many-trials',
  message: 'Altre prove di un broker sono in corso: riprova fra qualche secondo',
  retryAfterS: 5,
});

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
  const { lookUp, monotonicClock = systemMonotonicClock } = options;
  const buckets = createTokenBuckets(TRIALS);
  const gate = createGate({ atOnce: AT_ONCE, waitingAtMost: 0, waitMs: 0 });
  return async ({ userId, host }, run) => {
    const waitMs = buckets.take(String(userId), monotonicClock.elapsedMs());
    if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000));
    const leave = await gate.enter('trial');
    if (!leave) return OTHERS_UNDER_WAY;
    try {
      return (await isForbiddenHost(host, lookUp)) ? NO_BROKER_THERE : await run();
    } finally {
      leave();
    }
  };
}

function tooMany(retryAfterS: number): Refusal {
  return new Refusal('too-many', {
    code: 'too-many-trials',
    message: `Troppe prove in poco tempo: riprova fra ${counted(retryAfterS, ['secondo', 'secondi'])}`,
    retryAfterS,
  });
}
