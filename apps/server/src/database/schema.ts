import type { Role } from '@semaforo/contract/api/users';
import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { Generated } from 'kysely';

/** All times are epoch milliseconds, all flags 0 or 1: both engines store them alike. */
export type Database = {
  users: UsersTable;
  devices: DevicesTable;
  device_states: DeviceStatesTable;
  commands: CommandsTable;
  deliveries: DeliveriesTable;
  schedules: SchedulesTable;
  settings: SettingsTable;
  broker_config: BrokerConfigTable;
  audit: AuditTable;
  idempotent_answers: IdempotentAnswersTable;
  bot_chats: BotChatsTable;
  bot_link_codes: BotLinkCodesTable;
  bot_outbox: BotOutboxTable;
  bot_updates: BotUpdatesTable;
  bot_lease: BotLeaseTable;
  bot_channel_posts: BotChannelPostsTable;
  bot_told_errors: BotToldErrorsTable;
  bot_told_outage: BotToldOutageTable;
  device_list_version: DeviceListVersionTable;
};

type UsersTable = {
  id: Generated<number>;
  username: string;
  /** The name without regard to case: unique. */
  folded_username: string;
  password_hash: string;
  role: Role;
  /** Part of every token: one more ends the user's sessions. */
  token_version: number;
  created_at: number;
};

type DevicesTable = {
  id: Generated<number>;
  topic: string;
  name: string | null;
  type: DeviceType;
  latitude: number | null;
  longitude: number | null;
  owner_id: number | null;
  created_at: number;
};

type DeviceStatesTable = {
  device_id: number;
  status: DeviceStatus | null;
  status_updated_at: number | null;
  error: number;
  error_reason: string | null;
  temp: number | null;
  vcc: number | null;
  uptime: number | null;
  metrics_updated_at: number | null;
  /** When any live message of the device last arrived. */
  heard_at: number | null;
};

/** `interruttore`: one lantern, by its switch; `operatore`: all devices of a type. */
export type CommandOrigin = 'operatore' | 'interruttore' | 'pianificazione' | 'ripristino' | 'ripetizione';

type CommandsTable = {
  id: Generated<number>;
  created_at: number;
  author_id: number | null;
  /** The author's name at the time: it outlives the user. */
  username: string;
  origin: CommandOrigin;
  device_type: DeviceType;
  /** The status commanded; null when each delivery has its own (a restore). */
  value: DeviceStatus | null;
  deadline_at: number;
  /** The command that this one restores or repeats. */
  source_id: number | null;
  schedule_id: number | null;
  /** The server that has it under way; null for one of a version that did not say. */
  served_by: string | null;
};

type DeliveriesTable = {
  id: Generated<number>;
  command_id: number;
  device_id: number | null;
  device_name: string | null;
  device_topic: string;
  /** The owner at the time of the command: history stays theirs. */
  owner_id: number | null;
  value: DeviceStatus;
  /** The confirmed status before the command, for a restore. */
  previous_status: DeviceStatus | null;
  payloads: string;
  state: DeliveryState;
  reason: string | null;
  /** 0: nothing of it was handed to the broker while the device could hear it; 1: something was; 2: all of it. */
  sent: Generated<number>;
  created_at: number;
  state_changed_at: number;
};

type SchedulesTable = {
  id: Generated<number>;
  author_id: number | null;
  username: string;
  color: DeviceStatus;
  device_type: DeviceType;
  execute_at: number;
  created_at: number;
  executed: number;
  outcome: ScheduleOutcome | null;
  outcome_reason: string | null;
  finished_at: number | null;
  /** Until when a server holds the right to run it, and how often that right was given. */
  leased_until: number | null;
  /** The server that holds it. */
  leased_by: Generated<string | null>;
  fencing_token: number;
  /** The newest command when it was made; 0 for none. */
  after_command: Generated<number>;
  command_id: number | null;
};

type SettingsTable = { user_id: number; key: string; value: string };

type BrokerConfigTable = {
  id: number;
  host: string;
  port: number;
  username: string;
  /** Sealed with the key kept outside the database. */
  sealed_password: string | null;
  updated_at: number;
};

type AuditTable = {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  username: string | null;
  address: string | null;
  action: string;
  target: string | null;
  /** JSON, without secrets. */
  before: string | null;
  after: string | null;
};

type IdempotentAnswersTable = {
  user_id: number;
  key: string;
  request_hash: string;
  status: number | null;
  body: string | null;
  created_at: number;
};

type BotChatsTable = {
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
type BotLinkCodesTable = { user_id: number; code_hash: string; token_version: number; expires_at: number };

type BotOutboxTable = {
  id: Generated<number>;
  /** A chat's id, or the name of a public channel. */
  chat_id: string;
  /** What the notice is about: once per chat. */
  notice_key: string;
  /** Whose link lets it be sent; null for what needs no link. */
  user_id: number | null;
  text: string;
  created_at: number;
  /** After it, what was not sent never is; null: never too late. */
  expires_at: number | null;
  not_before: number;
  /** How many messages of the text are sent, and how often the next one was tried. */
  parts_sent: number;
  attempts: number;
  /** Set before a message leaves, cleared when its fate is known. */
  sending_since: number | null;
  /** The server that was the last to send of it. */
  sending_by: Generated<string | null>;
  finished_at: number | null;
  outcome: NoticeOutcome | null;
};

export type NoticeOutcome = 'sent' | 'unknown' | 'refused' | 'unlinked' | 'expired';

/** What was acted on already, of each bot. */
type BotUpdatesTable = { bot_id: number; update_id: number; handled_at: number };

type BotLeaseTable = { name: string; holder: string; leased_until: number; working: number };

/** What a Comune's public channel was last told. */
type BotChannelPostsTable = { user_id: number; channel: string; state: string; posted_at: number };

/**
 * Which devices were last told as in error. `told_to`: the owner whose chats were told; 0 for those who see every
 * device.
 */
type BotToldErrorsTable = {
  device_id: number;
  told_to: number;
  standing: 'error' | 'unstable';
  told_at: number;
};

/** Since when the broker has been away, while its return is not told; no row when there is nothing to take back. */
type BotToldOutageTable = { since: number };

/** One row, and on PostgreSQL only. */
type DeviceListVersionTable = { version: number; raised_in: number };
