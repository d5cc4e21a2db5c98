import type { ChannelName } from './notification.ts';
import type { QueuedNotification } from './outbox.ts';

/** What became of one attempt. */
export type Attempt =
  | { outcome: 'sent' }
  /** One message of a long text; others follow. */
  | { outcome: 'part-sent' }
  /** It was not taken, or the channel may repeat itself: again after `afterMs` at the earliest. */
  | { outcome: 'retry'; failure: string; afterMs: number }
  /** Not taken for good. */
  | { outcome: 'refused'; failure: string }
  /** Perhaps taken. */
  | { outcome: 'unknown'; failure: string }
  /** Nothing will ever reach the recipient again. */
  | { outcome: 'gone'; failure: string }
  | { outcome: 'moved'; to: string };

/** Puts notifications into words and sends them; when, how often and whether again is up to the dispatcher. */
export type Channel = {
  name: ChannelName;
  /** True: one after the other per recipient, and what fails delays those after it. */
  keepsOrder: boolean;
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
  /** How long until a message may go to the recipient; 0: now. */
  waitMs: (recipient: string) => number;
  /** Counts a message that is sent now. */
  spend: (recipient: string) => void;
  /** False once the recipient belongs to the user no more. */
  mayReach: (notification: QueuedNotification) => Promise<boolean>;
  /** Sends it, or its next part. Never rejects; ends at once when the signal aborts. */
  send: (notification: QueuedNotification, signal: AbortSignal) => Promise<Attempt>;
};
