import type { Generated } from 'kysely';

/** The one key pair by which push services know this installation (base64url). */
export type PushKeysTable = { id: number; public_key: string; sealed_private_key: string };

/** A browser that shows what its user is told of. Times are epoch milliseconds. */
export type PushDevicesTable = {
  id: Generated<number>;
  user_id: number;
  /** The session it was added in; once that is ended by somebody, it goes. */
  session_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  added_at: number;
};

/** What waits for a browser, or went to it. */
export type PushMessagesTable = {
  id: Generated<number>;
  device_id: number;
  message_key: string;
  /** As the worker reads it, JSON. */
  message: string;
  /** Of no use any more from then on. */
  expires_at: number;
  not_before: number;
  attempts: number;
  finished_at: number | null;
  /** Null: taken by the push service, or still to be. */
  failure: string | null;
};
