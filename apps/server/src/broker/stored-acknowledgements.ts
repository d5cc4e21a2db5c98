/**
 * With so many unacknowledged messages a broker may send no more, and the link looks well while nothing arrives.
 * Brokers set limits of their own below ours; Mosquitto's for MQTT 3.1.1 is this one.
 */
const SMALLEST_WINDOW = 20;

/** The messages of one connection that the broker still waits to see acknowledged. */
export type StoredAcknowledgements = {
  /** A message with QoS 1 arrived; it may be acknowledged once `stored` resolves, at once without it. */
  add: (messageId: number, stored: Promise<void> | undefined) => void;
  /** What holds up the others, when it may keep the broker from sending more; else undefined. */
  heldUpBy: () => object | undefined;
};

/** Messages that are stored together. */
type Group = {
  stored: Promise<void> | undefined;
  messageIds: number[];
  state: 'waiting' | 'stored' | 'failed';
};

/**
 * Acknowledges messages by `acknowledge` once they are stored, in the order in which they arrived, as MQTT wants it.
 * One that is not stored holds up those behind it: the broker would send it again after them, as if it were newer.
 */
export function createStoredAcknowledgements(
  acknowledge: (messageIds: readonly number[]) => void,
): StoredAcknowledgements {
  const groups: Group[] = [];
  let waiting = 0;
  let isScheduled = false;

  const flush = () => {
    isScheduled = false;
    const firstOpen = groups.findIndex(({ state }) => state !== 'stored');
    const done = groups.splice(0, firstOpen === -1 ? groups.length : firstOpen);
    const messageIds = done.flatMap((group) => group.messageIds);
    waiting -= messageIds.length;
    if (messageIds.length > 0) acknowledge(messageIds);
  };
  /** Once for all that comes in the same chunk. */
  const scheduleFlush = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };
  const follow = (group: Group, stored: Promise<void>) => {
    stored.then(
      () => {
        group.state = 'stored';
        scheduleFlush();
      },
      () => {
        group.state = 'failed';
      },
    );
  };

  return {
    add: (messageId, stored) => {
      waiting += 1;
      const last = groups.at(-1);
      if (last && last.state !== 'failed' && (stored === undefined || last.stored === stored)) {
        last.messageIds.push(messageId);
        return;
      }
      const group: Group = { stored, messageIds: [messageId], state: stored ? 'waiting' : 'stored' };
      groups.push(group);
      if (stored) follow(group, stored);
      else scheduleFlush();
    },
    heldUpBy: () => (waiting >= SMALLEST_WINDOW || groups[0]?.state === 'failed' ? groups[0] : undefined),
  };
}
