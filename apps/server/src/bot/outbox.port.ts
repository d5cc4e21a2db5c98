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

/** What was told of a device's errors, to an owner's chats or (`toldTo` 0) to those of who sees every device. */
export type ToldError = {
  deviceId: number;
  toldTo: number;
  standing: 'error' | 'unstable';
  /** Epoch milliseconds. */
  at: number;
};

/** What notices say that is to be taken back later. */
export type Told = {
  errors?: readonly {
    toldTo: number;
    standing: ToldError['standing'] | 'ok';
    at: number;
    deviceIds: readonly number[];
  }[];
  /** Since when (epoch ms) the broker has been away; null: it is back. */
  outage?: number | null;
};

export type Outbox = {
  /**
   * Stores notices to be sent, in this order per chat; resolves once they are durable and waits for nothing else. The same key for the same
   * chat is stored once, whoever puts it again: each is sent at most once. A notice to a chat that is linked at this moment goes only
   * while that link lasts. `told` is remembered in the same transaction: after a crash, or on another server, what was told is known.
   */
  put: (notices: readonly Notice[], told?: Told) => Promise<void>;
};
