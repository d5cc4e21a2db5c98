import type { BrokerLink, Received } from './broker-link.port.ts';

/** Where a broker is and how to log in. `tls` false is plain MQTT. */
export type BrokerAccess = {
  host: string;
  port: number;
  username: string;
  password: string;
  tls: boolean;
};

/** One connection that was made: it lives until it is closed from either end, and is never made again. */
export type MqttConnection = Pick<BrokerLink, 'publish' | 'announce' | 'probe'> & {
  /** Ends the connection; what the broker has not acknowledged by then is `unknown`. */
  close: () => void;
};

export type ConnectionListener = {
  /** Also called before `opened`, with what the broker kept. */
  message: Received;
  /** Called once, after all that the broker kept and before whatever is said from then on. */
  opened: (connection: MqttConnection) => void;
  /** Called once, when a connection that was opened is gone, with the reason in Italian. */
  closed: (reason: string) => void;
};

/**
 * Tries once to connect, to subscribe and to catch up. Resolves to the connection that was opened, or to an Italian
 * sentence that says why it failed. Never rejects.
 */
export type ConnectToBroker = (
  address: BrokerAccess,
  listener: ConnectionListener,
) => Promise<{ connection: MqttConnection } | { failure: string }>;

/** Makes what connects as that client. `keepsSession`: the broker keeps what is said while the client is away. */
export type CreateConnector = (session: { clientId: () => string; keepsSession: boolean }) => ConnectToBroker;

/** Connects to a broker and leaves it again. Resolves to null, or to why it failed, in Italian. Never rejects. */
export type TryBroker = (address: BrokerAccess) => Promise<string | null>;
