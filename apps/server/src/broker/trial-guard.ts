import { isForbiddenHost, type LookUp } from '../platform/forbidden-hosts.ts';
import { Refusal } from '../platform/refusal.ts';
import { createSemaphores } from '../platform/semaphores.ts';

const TRIAL = { key: 'trial', most: 2 };

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
 * Runs a trial of a broker, unless others are under way or its address is one where no broker can be
 * (docs/rules.md#broker-trial).
 */
export type TrialGuard = <T>(host: string, run: () => Promise<T>) => Promise<T | Refusal>;

export function createTrialGuard(lookUp?: LookUp): TrialGuard {
  const underWay = createSemaphores();
  return async (host, run) => {
    const leave = underWay.take([TRIAL]);
    if (!leave) return OTHERS_UNDER_WAY;
    try {
      return (await isForbiddenHost(host, lookUp)) ? NO_BROKER_THERE : await run();
    } finally {
      leave();
    }
  };
}
