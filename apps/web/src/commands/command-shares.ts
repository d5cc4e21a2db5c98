import type { CommandResult, Delivery } from '@semaforo/contract/api/commands';
import { isUnderWay, mayBecome } from '@semaforo/contract/domain/delivery-state';

/** The result of one device's share of a command. `superseded`: a newer command took its place. */
export type ShareState = 'confirmed' | 'failed' | 'superseded' | 'waiting';

export const SHARE_STATES: readonly ShareState[] = ['confirmed', 'failed', 'superseded', 'waiting'];

/** One device's share. `device` is empty while only the number of devices is known. */
export type Share = { key: string; device: string; state: ShareState };

/** The shares of a command by state, and their number. */
export type CommandShares = Record<ShareState, readonly Share[]> & { total: number };

/** Merges two reports of the same deliveries, in any order: of each delivery the further state wins. */
export function mergeDeliveries(
  first: Iterable<Delivery>,
  second: Iterable<Delivery>,
): Map<number, Delivery> {
  const merged = new Map<number, Delivery>();
  for (const delivery of [...first, ...second]) {
    const known = merged.get(delivery.id);
    if (known === undefined || mayBecome(known.state, delivery.state)) merged.set(delivery.id, delivery);
  }
  return merged;
}

/** The shares of the deliveries. Those of `total` that are not known yet are waiting. */
export function sharesOfDeliveries(deliveries: Iterable<Delivery>, total: number): CommandShares {
  return group(
    Array.from(deliveries, ({ id, device, state }) => ({
      key: `${id}`,
      device,
      state: shareState(state),
    })),
    total,
  );
}

/** The shares in the answer of a call, when nothing else is known. */
export function sharesOfResults(results: CommandResult['results']): CommandShares {
  return group(
    results.map(({ device, error }, index) => ({
      key: `${index}`,
      device,
      state: error === null ? 'confirmed' : 'failed',
    })),
    results.length,
  );
}

function shareState(state: Delivery['state']): ShareState {
  if (isUnderWay(state)) return 'waiting';
  if (state === 'confermato') return 'confirmed';
  return state === 'superato' ? 'superseded' : 'failed';
}

function group(shares: readonly Share[], total: number): CommandShares {
  const inState = (wanted: ShareState) => shares.filter(({ state }) => state === wanted);
  const unknown = Array.from(
    { length: Math.max(0, total - shares.length) },
    (_, index): Share => ({ key: `unknown-${index}`, device: '', state: 'waiting' }),
  );
  return {
    confirmed: inState('confirmed'),
    failed: inState('failed'),
    superseded: inState('superseded'),
    waiting: [...inState('waiting'), ...unknown],
    total: Math.max(total, shares.length),
  };
}
