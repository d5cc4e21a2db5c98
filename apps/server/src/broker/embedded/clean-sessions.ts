import { Readable } from 'node:stream';
import type { AedesPublishPacket, Client } from 'aedes';
import { createRetainedMessages } from './retained-messages.ts';

type Identified = { messageId?: number | undefined };

/**
 * What aedes asks to be kept, when every session is clean: the retained messages, and which messages with QoS 2 are
 * under way. Its own store would walk all retained messages for each filter, and keep the messages themselves.
 */
export function createCleanSessions(countDevices: () => number) {
  const retained = createRetainedMessages<AedesPublishPacket>(countDevices);
  const underWay = new Map<string, Set<number>>();
  const nothing = () => Promise.resolve();
  const none = () => Readable.from([]);
  const find = (client: Client, { messageId }: Identified, found: (ids: Set<number>, id: number) => void) => {
    const ids = underWay.get(client.id);
    if (messageId === undefined || !ids?.has(messageId)) return Promise.reject(new Error('no such packet'));
    found(ids, messageId);
    return Promise.resolve({ messageId });
  };

  return {
    // aedes takes no function that is not declared as asynchronous.
    setup: async () => nothing(),
    storeRetained: (packet: AedesPublishPacket) => {
      retained.store({ ...packet });
      return nothing();
    },
    createRetainedStreamCombi: (filters: readonly string[]) =>
      Readable.from(matchingAny(filters, retained.matching)),
    incomingStorePacket: (client: Client, { messageId }: Identified) => {
      if (messageId === undefined) return nothing();
      underWay.set(client.id, (underWay.get(client.id) ?? new Set()).add(messageId));
      return nothing();
    },
    incomingGetPacket: (client: Client, packet: Identified) => find(client, packet, () => {}),
    incomingDelPacket: (client: Client, packet: Identified) =>
      find(client, packet, (ids, id) => void ids.delete(id)),
    cleanIncoming: (client: Client) => {
      underWay.delete(client.id);
      return nothing();
    },
    // Nothing waits for a client that is away, and aedes itself holds the last will of one that is here.
    subscriptionsByTopic: () => Promise.resolve([]),
    cleanSubscriptions: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: none,
    putWill: nothing,
    delWill: nothing,
    streamWill: none,
  };
}

function* matchingAny<Packet>(
  filters: readonly string[],
  matching: (filter: string) => Iterable<Packet>,
): Iterable<Packet> {
  for (const filter of filters) yield* matching(filter);
}
