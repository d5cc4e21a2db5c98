/** What the transport calls back with. */
export type TransportListener = {
  /** A message of any server of this installation, our own left out. */
  received: (name: string, text: string) => void;
  /** From now on messages come and go; what was said before is missed. */
  joined: () => void;
  /** Nothing comes or goes any more; the transport mends itself. */
  cut: (reason: string) => void;
};

/** How messages reach the other servers: at most once, in the order of each sender. */
export type Transport = {
  /** Resolves once the first try to join has ended, either way. */
  start: (listener: TransportListener) => Promise<void>;
  /** To all other servers. While the transport is cut it goes nowhere. Throws when the message is too long. */
  send: (name: string, text: string) => void;
  /** Whether all that was sent so far has left this server for good; false when the transport was cut meanwhile. */
  arrived: () => Promise<boolean>;
  stop: () => Promise<void>;
};
