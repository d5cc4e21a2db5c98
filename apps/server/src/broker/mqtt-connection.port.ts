import type { IncomingMessage, OutputMessage, PublishOutcome } from './broker-link.port.ts';

/** Where a broker is and how to log in. `tls` false is plain MQTT. */
export type BrokerAccess = {
  host: string;
  port: number;
  username: string;
  password: string;
  tls: boolean;
};

/** One connection that was made: it lives until it is closed from either end, and is never made again. */
export type MqttConnection = {
  publish: (message: OutputMessage, isStillWanted: () => boolean) => Promise<PublishOutcome>;
  /** Ends the connection; what the broker has not acknowledged by then is `unknown`. */
  close: () => void;
};

export type ConnectionListener = {
  message: (message: IncomingMessage) => void;
  /** Called once, when a connection that was made is gone. */
  closed: () => void;
};

/**
 * Tries once to connect and subscribe. Resolves to the connection after CONNACK and SUBACK, or to an Italian sentence
 * that says why it failed. Never rejects.
 */
export type ConnectToBroker = (
  address: BrokerAccess,
  listener: ConnectionListener,
) => Promise<{ connection: MqttConnection } | { failure: string }>;
