import type { Message } from './messages.ts';
import type { ChannelName } from './notification.ts';
import type { Recipient } from './recipients.ts';

/** What became of one attempt; `status`: that of an answer over HTTP, where people are shown it. */
export type Attempt =
  | { outcome: 'sent'; status?: number }
  /** One message of a long text; others follow. */
  | { outcome: 'part-sent' }
  /** It was not taken, or the channel may repeat itself: again after `afterMs` at the earliest. */
  | { outcome: 'retry'; failure: string; afterMs: number; status?: number }
  /** Not taken for good. */
  | { outcome: 'refused'; failure: string }
  /** Perhaps taken. */
  | { outcome: 'unknown'; failure: string }
  /** Nothing will ever reach the recipient again. */
  | { outcome: 'gone'; failure: string }
  /** The recipient has another name. */
  | { outcome: 'moved'; failure: string; to: string };

/** A message on its way. `attempts`: how often it, or its part after `partsSent`, was tried before. */
export type Outgoing = Message & {
  key: string;
  attempts: number;
  partsSent: number;
  createdAt: number;
  expiresAt: number | null;
};

/** Sends a message, or its next part. Never rejects; ends at once when the signal aborts. */
export type Send = (message: Outgoing, signal: AbortSignal) => Promise<Attempt>;

/** Sends messages; what is sent when, how often and whether again is up to the dispatcher. */
export type Channel = {
  name: ChannelName;
  /** True: one after the other per recipient, and what fails delays those after it. */
  keepsOrder: boolean;
  /** Of each recipient only the oldest that is due is sent next, so that what waits for one delays no other. */
  isFair?: boolean;
  /** True when what was perhaps sent is sent again: it is shown once, or twice is better than never. */
  repeats: boolean;
  /** How often it is tried before it is given up. */
  tries: number;
  callsAtOnce: number;
  /** How often the outbox is read while the channel works. */
  everyMs: number;
  /** True while this server may send by it. */
  isReady: () => boolean;
  /** To be called before the outbox is read. */
  prepare?: () => Promise<void>;
  /** False while messages to the recipient would come too fast; counts one when true. */
  takeTurn?: (recipient: string) => boolean;
  /** A way to the recipient that needs no database from then on; undefined once it belongs to the user no more. */
  open: (to: Pick<Recipient, 'recipient' | 'userId'>) => Promise<Send | undefined>;
};
