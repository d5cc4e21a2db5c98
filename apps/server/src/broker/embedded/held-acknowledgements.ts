/** On the payload itself: a WeakMap of thousands of payloads would slow every collection of garbage down. */
const HELD = Symbol('held acknowledgement');

/** A PUBACK that is owed to a device. `abandon` is called instead when it can never be given. */
export type Held = { acknowledge: () => void; abandon: () => void };

/** The payload of a message, which the broker hands on without a copy. */
export type Payload = { readonly length: number; [HELD]?: Held | undefined };

/** The PUBACKs that the broker owes to devices until the server has stored what they reported. */
export type HeldAcknowledgements<Recipient extends object> = {
  /** A report came in; it is acknowledged once the server, if it gets the report, has acknowledged it. */
  hold: (payload: Payload, held: Held) => void;
  /** A message goes to the server, on this connection of it. */
  passedOn: (payload: Payload, server: Recipient) => void;
  /** The message went to all who get it: a report that the server was not among them for is abandoned. */
  wentOut: (payload: Payload) => void;
  /** The server acknowledged its oldest message on this connection. */
  acknowledged: (server: Recipient) => void;
  /** This connection of the server has ended: what it left unacknowledged is abandoned. */
  gone: (server: Recipient) => void;
};

/**
 * Messages are told apart by their payload, of which the broker makes no copy. MQTT has a server acknowledge in the
 * order in which it received, on each of its connections: for a moment there may be two.
 */
export function createHeldAcknowledgements<Recipient extends object>(): HeldAcknowledgements<Recipient> {
  const connections = new Map<Recipient, { sent: number; answered: number; held: Map<number, Held> }>();
  return {
    hold: (payload, held) => {
      payload[HELD] = held;
    },
    passedOn: (payload, to) => {
      const connection = connections.get(to) ?? { sent: 0, answered: 0, held: new Map<number, Held>() };
      connections.set(to, connection);
      connection.sent += 1;
      const held = payload[HELD];
      if (!held) return;
      // A retained payload is passed on again later.
      payload[HELD] = undefined;
      connection.held.set(connection.sent, held);
    },
    wentOut: (payload) => {
      const held = payload[HELD];
      if (!held) return;
      payload[HELD] = undefined;
      held.abandon();
    },
    acknowledged: (by) => {
      const connection = connections.get(by);
      if (!connection) return;
      connection.answered += 1;
      connection.held.get(connection.answered)?.acknowledge();
      connection.held.delete(connection.answered);
    },
    gone: (server) => {
      const left = connections.get(server);
      connections.delete(server);
      for (const held of left?.held.values() ?? []) held.abandon();
    },
  };
}
