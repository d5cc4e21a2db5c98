import { COMMAND_ACKNOWLEDGED_WITHIN_MS } from './limits.ts';

const CHECKS_EVERY_MS = 250;

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
  /** `commands`: when each was sent, by the monotonic clock, under its number among all that were sent. */
  const waiting = new Map<Recipient, { sent: number; answered: number; commands: Map<number, number> }>();
  const check = () => {
    const before = performance.now() - COMMAND_ACKNOWLEDGED_WITHIN_MS;
    for (const [client, { commands }] of waiting) {
      const [oldest] = commands.values();
      if (oldest === undefined || oldest > before) continue;
      waiting.delete(client);
      overdue(client);
    }
  };
  const timer = setInterval(check, CHECKS_EVERY_MS);
  timer.unref();
  return {
    sent: (client, isCommand) => {
      const messages = waiting.get(client) ?? { sent: 0, answered: 0, commands: new Map<number, number>() };
      waiting.set(client, messages);
      messages.sent += 1;
      if (isCommand) messages.commands.set(messages.sent, performance.now());
    },
    acknowledged: (client) => {
      const messages = waiting.get(client);
      if (!messages) return;
      messages.answered += 1;
      messages.commands.delete(messages.answered);
      if (messages.answered === messages.sent) waiting.delete(client);
    },
    left: (client) => void waiting.delete(client),
    stop: () => clearInterval(timer),
  };
}
