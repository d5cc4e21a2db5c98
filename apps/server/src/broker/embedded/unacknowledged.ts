import { COMMAND_ACKNOWLEDGED_WITHIN_MS } from './caps.ts';

const LOOKS_EVERY_MS = 250;

/** The messages that clients have been sent and have not acknowledged. */
export type Unacknowledged<Recipient extends object> = {
  /** A message with QoS 1 goes to the client. */
  sent: (client: Recipient, isCommand: boolean) => void;
  /** The client acknowledged its oldest one: MQTT has it keep to the order. */
  acknowledged: (client: Recipient) => void;
  left: (client: Recipient) => void;
  stop: () => void;
};

/**
 * Calls `overdue` for a client that has not acknowledged a command within its time: the network holds it back, and
 * would deliver it when it goes on, however late that is (docs/rules.md#deadlines).
 */
export function createUnacknowledged<Recipient extends object>(
  overdue: (client: Recipient) => void,
): Unacknowledged<Recipient> {
  /** When each was sent, by the monotonic clock; infinite for what is no command. */
  const waiting = new Map<Recipient, number[]>();
  const look = () => {
    const before = performance.now() - COMMAND_ACKNOWLEDGED_WITHIN_MS;
    for (const [client, times] of waiting) {
      const oldest = times.find(Number.isFinite);
      if (oldest === undefined || oldest > before) continue;
      waiting.delete(client);
      overdue(client);
    }
  };
  const timer = setInterval(look, LOOKS_EVERY_MS);
  timer.unref();
  return {
    sent: (client, isCommand) => {
      const times = waiting.get(client) ?? [];
      times.push(isCommand ? performance.now() : Number.POSITIVE_INFINITY);
      waiting.set(client, times);
    },
    acknowledged: (client) => {
      const times = waiting.get(client);
      times?.shift();
      if (times?.length === 0) waiting.delete(client);
    },
    left: (client) => void waiting.delete(client),
    stop: () => clearInterval(timer),
  };
}
