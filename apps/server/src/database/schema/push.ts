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
