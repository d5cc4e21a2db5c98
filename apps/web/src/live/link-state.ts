import { useNotifiedBrokerStatus } from '../api/broker-status.ts';
import { useLiveConnection } from './live-connection.ts';

/**
 * Whether the shown states are fresh, that is, socket and broker are up; `since` when both are (epoch ms), null while
 * that is not known: the devices speak again after that. Otherwise: what is down, and since when the states are no
 * longer kept up (epoch ms).
 */
export type LinkState =
  | { up: true; since: number | null }
  | { up: false; down: 'socket' | 'broker'; since: number };

/** When the page last received something, if the link to the server is cut; else null. */
export function cutSinceOf(link: LinkState): number | null {
  return !link.up && link.down === 'socket' ? link.since : null;
}

/**
 * The state of the link from the devices to this page. What is not known yet does not count as down. Of the broker only
 * what the server said counts: a server that says nothing is what is missing, not the broker behind it.
 */
export function useLinkState(): LinkState {
  const live = useLiveConnection();
  const broker = useNotifiedBrokerStatus();
  const brokerDownSince = broker?.connected === false ? broker.since : null;
  if (!live.connected && live.since !== null) {
    return { up: false, down: 'socket', since: Math.min(live.since, brokerDownSince ?? live.since) };
  }
  return brokerDownSince === null
    ? { up: true, since: broker ? Math.max(broker.since, live.since ?? 0) : null }
    : { up: false, down: 'broker', since: brokerDownSince };
}
