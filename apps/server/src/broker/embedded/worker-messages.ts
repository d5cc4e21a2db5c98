/** What the worker of the broker is started with. */
export type BrokerTask = {
  host: string;
  port: number;
  username: string;
  password: string;
  ownClientId: string;
  /** A former worker of this process has had the server as a client: devices wait for it to come back. */
  hasServed: boolean;
};

/** From the console to the worker of the broker. */
export type ToWorker = { kind: 'admit-devices' } | { kind: 'stop' };

/** From the worker of the broker to the console. */
export type FromWorker =
  | { kind: 'listening'; port: number }
  /** The system's error, of which a worker can only send the parts. */
  | { kind: 'not-listening'; code: unknown; message: string }
  /** The server has subscribed for the first time. */
  | { kind: 'served' };
