import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import { AVAILABILITY_CHANNELS, SPOKEN_CHANNELS } from '@semaforo/contract/domain/device-profiles';
import { coversFilter, overlaps } from '@semaforo/contract/domain/topic-filter';
import type { Client, PublishPacket } from 'aedes';
import { isAnnouncement } from '../own-topics.ts';
import type { Acl } from './acl.ts';
import type { FilterCounts } from './filter-counts.ts';
import { MAX_RETAINED_BYTES } from './limits.ts';
import type { Sessions } from './sessions.ts';

/** What devices of any profile say; a key has three segments. */
const REPORT_FILTERS = SPOKEN_CHANNELS.map((channel) => `/+/+/+/${channel}`);
/** Reports, metrics and availability, on `<key>/<channel>`. */
const REPORT_TOPIC = /^\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/;

/** True for the topics to which the server subscribes: those of reports, also of boards. */
export function isReport(topic: string): boolean {
  if (REPORT_TOPIC.test(topic)) return true;
  const channel = splitMessageTopic(topic)?.channel ?? '';
  return SPOKEN_CHANNELS.some((filter) => coversFilter(filter, channel));
}

/** True for a filter that may match the topic of a report. */
export function mayMatchReport(filter: string): boolean {
  return REPORT_FILTERS.some((reports) => overlaps(reports, filter));
}

function reportsAvailability(topic: string): boolean {
  return AVAILABILITY_CHANNELS.includes(splitMessageTopic(topic)?.channel ?? '');
}

/** What a client that has logged in may do now. */
export type Rights = {
  mayPublish: (client: Client, topic: string) => boolean;
  /** True when a retained message is kept; else it is passed on only. */
  mayKeep: (client: Client, packet: Pick<PublishPacket, 'topic' | 'payload'>) => boolean;
  /** `flood`: the client asks for so much at once that it is to be cut off. */
  subscribe: (client: Client, filter: string) => 'granted' | 'refused' | 'flood';
};

export function createRights(deps: { sessions: Sessions; acl: Acl; filters: FilterCounts }): Rights {
  const { sessions, acl, filters } = deps;
  return {
    mayPublish: (client, topic) => {
      const session = sessions.of(client);
      if (!session || !acl.mayPublish(session.role, topic)) return false;
      // Whose log-in ended may still be said to be gone, and nothing else.
      return !session.isEnded || reportsAvailability(topic);
    },
    // Kept messages stay in memory for good: only what a device's last state needs is kept.
    mayKeep: (client, { topic, payload }) => {
      if (sessions.of(client)?.role.kind === 'server') return isAnnouncement(topic);
      return payload.length <= MAX_RETAINED_BYTES && isReport(topic) && sessions.mayKeep(client, topic);
    },
    subscribe: (client, filter) => {
      const session = sessions.of(client);
      if (!session || session.isEnded || !acl.maySubscribe(session.role, filter)) return 'refused';
      // A watcher asks for five filters of each device, many in one packet.
      if (session.role.kind === 'server' || session.role.kind === 'watcher') return 'granted';
      const added = filters.add(session, filter);
      if (added === 'added') return 'granted';
      return added === 'flood' ? 'flood' : 'refused';
    },
  };
}
