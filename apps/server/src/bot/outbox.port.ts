/**
 * A message for a chat (its id, or a public channel such as `@comune_x`): plain text of any length, which the transport splits and sends
 * literally. The key says what it is about, such as `missed:123`.
 */
export type Notice = {
  chatId: string;
  key: string;
  text: string;
  /** Epoch milliseconds after which it is not worth sending; left out: never. */
  expiresAt?: number;
};

export type Outbox = {
  /**
   * Stores notices to be sent, in this order per chat; resolves once they are durable and waits for nothing else. The same key for the same
   * chat is stored once, whoever puts it again: each is sent at most once. A notice to a chat that is linked at this moment goes only
   * while that link lasts.
   */
  put: (notices: readonly Notice[]) => Promise<void>;
};
