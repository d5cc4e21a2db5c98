import type { Client, PublishPacket } from 'aedes';
import { MAX_RETAINED_BYTES } from './caps.ts';
import type { FilterCounts } from './filter-counts.ts';
import type { Guests } from './guests.ts';
import type { Locks } from './locks.ts';

/** Reports, metrics and availability, on `<key>/<channel>`; a key has three segments. */
const REPORT_TOPIC = /^\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/;

export const isReport = (topic: string) => REPORT_TOPIC.test(topic);

/** What a client that has logged in may do now. */
export type Rights = {
  mayPublish: (client: Client, topic: string) => boolean;
  /** True when a retained message is kept; else it is passed on only. */
  mayKeep: (client: Client, packet: Pick<PublishPacket, 'topic' | 'payload'>) => boolean;
  /** `flood`: the client asks for so much at once that it is to be cut off. */
  subscribe: (client: Client, filter: string) => 'granted' | 'refused' | 'flood';
};

export function createRights(needs: { guests: Guests; locks: Locks; filters: FilterCounts }): Rights {
  const { guests, locks, filters } = needs;
  return {
    mayPublish: (client, topic) => {
      const guest = guests.of(client);
      if (!guest || !locks.mayPublish(guest.role, topic)) return false;
      // Whose log-in ended may still be said to be gone, and nothing else.
      return !guest.isEnded || topic.endsWith('/status');
    },
    // Kept messages stay in memory for good: only what a device's last state needs is kept.
    mayKeep: (client, { topic, payload }) =>
      payload.length <= MAX_RETAINED_BYTES && isReport(topic) && guests.mayKeep(client, topic),
    subscribe: (client, filter) => {
      const guest = guests.of(client);
      if (!guest || guest.isEnded || !locks.maySubscribe(guest.role, filter)) return 'refused';
      if (guest.role.kind === 'server') return 'granted';
      const added = filters.add(guest, filter);
      if (added === 'added') return 'granted';
      return added === 'flood' ? 'flood' : 'refused';
    },
  };
}
