/** A message for a chat. */
export type Notice = {
  /** The id of a chat, or the name of a public channel such as `@comune_x`. */
  chatId: string;
  /** What the message is about, such as `missed:123`: per chat, one notice is stored for each key. */
  key: string;
  /** Plain text of any length: long texts are split, nothing in it is markup. */
  text: string;
  /** After this time (epoch ms) the notice is not sent any more; without it, it never expires. */
  expiresAt?: number;
  /**
   * The user to whom the chat must be linked when the notice is sent; null: no link is needed. Default: the chat's
   * user now.
   */
  userId?: number | null;
};

/** A device error that was notified to an audience and not taken back yet. */
export type NotifiedError = {
  deviceId: number;
  /** The id of an owner, for the owner's chats; 0 for the chats of those who see every device. */
  audience: number;
  standing: 'error' | 'unstable';
  /** Epoch milliseconds. */
  at: number;
};

/** What the notices say about errors; stored with them, because their end is to be notified later. */
export type Notified = {
  errors?: readonly {
    audience: number;
    standing: NotifiedError['standing'] | 'ok';
    at: number;
    deviceIds: readonly number[];
  }[];
  /** The start (epoch ms) of a broker outage; null: the broker is back. */
  outage?: number | null;
};

export type Outbox = {
  /**
   * Stores notices; resolves once they are durable. They are sent later, in this order per chat, each at most once.
   * A notice whose chat and key are already stored is left out. A notice to a chat that is linked now is sent only
   * while that link lasts. `notified` is stored in the same transaction, so that a server knows after a crash, or
   * in place of another one, what was notified.
   */
  put: (notices: readonly Notice[], notified?: Notified) => Promise<void>;
};
