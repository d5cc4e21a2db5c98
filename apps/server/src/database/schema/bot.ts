import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Generated } from 'kysely';

export type BotChatsTable = {
  id: Generated<number>;
  /** Telegram's id: negative for groups. */
  chat_id: string;
  user_id: number;
  kind: 'private' | 'group';
  title: string;
  /** The user's at the time: a later one has ended the link, as it ends sessions. */
  token_version: number;
  linked_at: number;
};

/** At most one code per user. */
export type BotLinkCodesTable = {
  user_id: number;
  code_hash: string;
  token_version: number;
  expires_at: number;
};

/** What was acted on already, of each bot. */
export type BotUpdatesTable = { bot_id: number; update_id: number; handled_at: number };

export type BotLeaseTable = { name: string; holder: string; leased_until: number; working: number };

/** What a Comune's public channel was last told. */
export type BotChannelPostsTable = { user_id: number; channel: string; state: string; posted_at: number };

/** What a signal reported last that counts for the channel of its owner, and when it was first seen to. */
export type BotChannelSignalsTable = {
  device_id: number;
  user_id: number;
  status: DeviceStatus;
  shown_at: number;
};

/**
 * Which devices were last told as in error. `told_to`: the owner whose chats were told; 0 for those who see every
 * device.
 */
export type BotToldErrorsTable = {
  device_id: number;
  told_to: number;
  standing: 'error' | 'unstable';
  told_at: number;
};

/** Since when the broker has been away, while its return is not told; no row when there is nothing to take back. */
export type BotToldOutageTable = { since: number };
