/** What the wire tells its user. */
export type WireListener = {
  /** A message of any server of this installation, our own left out. */
  heard: (name: string, text: string) => void;
  /** From now on messages come and go; what was said before is missed. */
  joined: () => void;
  /** Nothing comes or goes any more; the wire mends itself. */
  cut: (reason: string) => void;
};

/** How messages reach the other servers: at most once, in the order of each sender. */
export type Wire = {
  /** Resolves once the first try to join has ended, either way. */
  start: (listener: WireListener) => Promise<void>;
  /** To all other servers. While the wire is cut it goes nowhere. Throws when the message is too long. */
  send: (name: string, text: string) => void;
  /** Whether all that was sent so far has left this server for good; false when the wire was cut meanwhile. */
  arrived: () => Promise<boolean>;
  stop: () => Promise<void>;
};
