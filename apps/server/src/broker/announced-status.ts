import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { LinkStatus } from './broker-link.port.ts';

/** The status of the link to the broker. A change of it is announced when it is news. */
export function createAnnouncedStatus({
  statuses,
  clock,
}: {
  statuses: EventChannel<LinkStatus>;
  clock: Clock;
}) {
  let status: LinkStatus = { connected: false, since: clock.now(), reason: 'Collegamento in corso' };
  return {
    now: () => status,
    change: (next: Omit<LinkStatus, 'since'>) => {
      // A new connection is announced even when there was one before: what was reported over the former one is only
      // the last known state.
      const isNews = next.connected || status.connected;
      status = { ...next, since: isNews ? clock.now() : status.since };
      if (isNews) statuses.publish(status);
    },
  };
}
