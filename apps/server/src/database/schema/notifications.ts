import type { DutyChannel } from '@semaforo/contract/domain/duty-rules';
import type { Generated } from 'kysely';

/** What waits to be sent, or was: one row for each recipient. Times are epoch milliseconds. */
export type NotificationsTable = {
  id: Generated<number>;
  channel: DutyChannel | 'citizens' | 'webhook';
  /** A chat's id or the name of a public channel, an address or number, the id of a browser, person or webhook. */
  recipient: string;
  /** The user to whom the recipient must still belong when it is sent; null: to no user. */
  user_id: number | null;
  /** What it is about: once per recipient. */
  key: string;
  kind: string;
  /** JSON. */
  facts: string;
  created_at: number;
  /** Of no use any more from then on; null: never too late. */
  expires_at: number | null;
  not_before: number;
  /** How many messages of a long text are sent, and how often the next one was tried. */
  parts_sent: number;
  attempts: number;
  /** Set before a message leaves, null when its fate is known. After it, another server may decide. */
  claimed_until: number | null;
  /** The server that was the last to send of it. */
  claimed_by: string | null;
  finished_at: number | null;
  outcome: NotificationOutcome | null;
  /** Why the last attempt failed. */
  failure: string | null;
  /** With what status another system answered the last attempt; null: with none, or it is no webhook. */
  status_code: Generated<number | null>;
};

/** `unknown`: perhaps sent. `unlinked`: the recipient belongs to that user no more. */
export type NotificationOutcome = 'sent' | 'unknown' | 'refused' | 'unlinked' | 'expired';
