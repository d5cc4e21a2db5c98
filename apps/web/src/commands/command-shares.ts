import type { Delivery } from '@semaforo/contract/api/commands';
import { hasFailed, isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { WholeCommand } from '../api/last-command.ts';

/**
 * The result of one device's share of a command. `changed`: confirmed, but it shows something else now. `superseded`: a
 * newer command took its place. `stopped`: a person stopped the command before it reached the device.
 */
export type ShareState = 'confirmed' | 'changed' | 'failed' | 'superseded' | 'stopped' | 'waiting';

export const SHARE_STATES: readonly ShareState[] = [
  'confirmed',
  'changed',
  'failed',
  'superseded',
  'stopped',
  'waiting',
];

/** One device's share. `device` is empty while only the number of devices is known. `reason`: why it failed. */
export type Share = { key: string; device: string; state: ShareState; reason: string | null };

/** The shares of a command by state, and their number. */
export type CommandShares = Record<ShareState, readonly Share[]> & { total: number };

/**
 * The shares of a command. Those of `total` that are not known yet are waiting. `hasChanged`: whether the device of a
 * confirmed delivery shows something else now.
 */
export function sharesOf(
  { deliveries, total }: Pick<WholeCommand, 'deliveries' | 'total'>,
  hasChanged: (delivery: Delivery) => boolean = () => false,
): CommandShares {
  const shares = deliveries.map((delivery): Share => {
    const { id, device, state, reason } = delivery;
    const isChanged = state === 'confermato' && hasChanged(delivery);
    return { key: `${id}`, device, state: isChanged ? 'changed' : shareState(state), reason };
  });
  const inState = (wanted: ShareState) => shares.filter(({ state }) => state === wanted);
  const unknown = Array.from(
    { length: Math.max(0, total - shares.length) },
    (_, index): Share => ({ key: `unknown-${index}`, device: '', state: 'waiting', reason: null }),
  );
  return {
    confirmed: inState('confirmed'),
    changed: inState('changed'),
    failed: inState('failed'),
    superseded: inState('superseded'),
    stopped: inState('stopped'),
    waiting: [...inState('waiting'), ...unknown],
    total: Math.max(total, shares.length),
  };
}

function shareState(state: Delivery['state']): ShareState {
  if (isUnderWay(state)) return 'waiting';
  if (hasFailed(state)) return 'failed';
  if (state === 'annullato') return 'stopped';
  return state === 'superato' ? 'superseded' : 'confirmed';
}
