import { useBrokerStatus } from '../api/broker-status.ts';
import { useLiveConnection } from './live-connection.ts';

/**
 * Whether the shown states are fresh, that is, socket and broker are up. Otherwise: what is down, and since when (epoch
 * ms).
 */
export type LinkState = { up: true } | { up: false; down: 'socket' | 'broker'; since: number };

/** The state of the link from the devices to this page. What is not known yet does not count as down. */
export function useLinkState(): LinkState {
  const live = useLiveConnection();
  const broker = useBrokerStatus();
  if (!live.connected && live.since !== null) return { up: false, down: 'socket', since: live.since };
  if (broker.connected === false && broker.since !== null) {
    return { up: false, down: 'broker', since: broker.since };
  }
  return { up: true };
}
