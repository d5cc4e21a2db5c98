import type { AlertAwaits, AlertState } from '@semaforo/contract/domain/alert-rules';
import type { ApprovalKind } from '@semaforo/contract/domain/approval-rules';
import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { DutyChannel } from '@semaforo/contract/domain/duty-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { WebhookEvent } from '@semaforo/contract/domain/webhook-events';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type Actor, maySee } from '../platform/actor.ts';

export type ChannelName = DutyChannel | 'citizens' | 'webhook';

/** The user whom a notification reaches: decides which devices it may name. */
export type Reader = Pick<Actor, 'id' | 'role'>;

/** How many devices, and the first of their names in words. */
export type NamedDevices = { count: number; names: string };

/** What notifications are about, by kind. Stored as JSON and put into words when it is sent. Times are epoch ms. */
export type Facts = {
  /** The bot's answer to a person who wrote to it. */
  reply: { text: string };
  /** Of incidents; the first line is the summary. `path`: the screen that a click opens. */
  alarm: { text: string; path: string; isUrgent?: boolean; link?: SealedLink };
  /** What a former version has stored as words. */
  text: { text: string; path: string };
  'device-errors': { failed: NamedDevices; recovered: NamedDevices; unstable: NamedDevices };
  /** `value` null: a restore. */
  command: {
    origin: CommandOrigin;
    value: DeviceStatus | null;
    createdAt: number;
    total: number;
    failed: NamedDevices;
  };
  'missed-schedule': {
    color: DeviceStatus;
    deviceType: LampDeviceType;
    executeAt: number;
    username: string;
    outcomeReason: string | null;
  };
  'broker-away': { since: number; reason: string | null };
  'broker-back': { since: number; backAt: number };
  'backup-failed': { reason: string };
  'audit-seal': { hash: string; row: number; at: number };
  /** `author`: who asked for it or confirmed it. */
  alert: AlertSpan & {
    state: AlertState;
    awaits: AlertAwaits | null;
    author: string | null;
    isDecided: boolean;
  };
  'alert-to-decide': AlertSpan & { needsTwo: boolean };
  'old-bulletin': { name: string; issuedAt: number };
  forecast: { name: string; day: string; color: SignalColor };
  approval: { kind: ApprovalKind; username: string; total: number; expiresAt: number };
  /** What a program reads: `at` in ISO 8601, `data` with the names of the API. */
  event: { event: WebhookEvent | 'test'; at: string; data: object };
  /** What the signals of a Comune show citizens; `signals`: those that show it, or do not confirm it. */
  level: {
    comune: string;
    level: SignalColor | 'spento';
    everywhere: boolean;
    unanswered: boolean;
    signals: NamedDevices;
    areSilent: boolean;
    total: number;
    since: number;
    /** The page of the Comune, where it has one. */
    path?: string;
  };
};

/** By what a person answers without a log-in; the address is a secret until it is sent. */
export type SealedLink = { label: string; sealedUrl: string };

type AlertSpan = { color: SignalColor; drill: boolean; from: number; to: number; reason: string };

export type Kind = keyof Facts;

/** Whom a notification is for. Chats and browsers are named by the console's ids. */
export type Audience =
  /** The chats linked to users, save those for whose user there are no facts. */
  | { to: 'chats' }
  /** Somebody on duty, by each channel that is known of them. */
  | {
      to: 'person';
      chatId: number | null;
      email: string | null;
      browserId: number | null;
      others?: readonly { channel: ChannelName; recipient: string }[];
    }
  /** A chat by Telegram's id, or a channel such as `@comune_x`; `userId`: only while it is linked to that user. */
  | { to: 'telegram'; chatId: string; userId: number | null }
  /** The browsers of citizens that asked to be told of a Comune from one of these colors on. */
  | { to: 'citizens'; userId: number; from: readonly SignalColor[] }
  /** Another system, by the id of its webhook. */
  | { to: 'webhook'; id: number }
  /** The browsers of these owners, and of admins, save those of one person. */
  | { to: 'browsers'; ownerIds: readonly (number | null)[]; withAdmins: boolean; not?: number | null };

/** Something to be notified. Once for each recipient and `key`, such as `missed:123`. */
export type News = {
  [K in Kind]: {
    audience: Audience;
    key: string;
    kind: K;
    /** A function writes them for each reader; undefined: this one is not notified. */
    facts: Facts[K] | ((reader: Reader) => Facts[K] | undefined);
    /** It is of no use any more from then on (epoch ms); never by default, after half a day in browsers. */
    expiresAt?: number;
    /** For how long a channel waits, so that others are first; by default not at all. */
    delayMs?: (channel: ChannelName) => number;
  };
}[Kind];

/**
 * Stores a notification for each recipient, in the transaction of what it reports when one is given: then it is sent
 * exactly if that is committed. Resolves to the channels by which somebody is reached.
 */
export type Enqueue = (news: News, transaction?: Kysely<Database>) => Promise<readonly ChannelName[]>;

/** A way to a person that needs no database. Rejects when the message was not taken. `key`: it is shown once. */
export type Way = {
  name: ChannelName;
  send: (message: { key: string; text: string; path: string }) => Promise<void>;
};

/** Finds the ways to somebody on duty, or to a chat, that are not gone, while the database answers. */
export type ReachPerson = (
  person: Extract<Audience, { to: 'person' | 'telegram' }>,
) => Promise<readonly Way[]>;

/** Stores news without delaying what they report; what fails is logged. */
export type Notify = (read: () => readonly News[] | Promise<readonly News[]>) => void;

/**
 * Something that happened, for other systems. `key` is the same whenever it is listed again. `dataFor` gives what those
 * read who receive only what belongs to that user (null: everything); undefined: it is not theirs.
 */
export type OutboundEvent = {
  key: string;
  event: WebhookEvent;
  at: number;
  dataFor: (userId: number | null) => Promise<object | undefined> | object | undefined;
};

/** Lists what happened since then (epoch ms), from what is stored: a crash loses none of it. */
export type ListEvents = (since: number) => Promise<readonly OutboundEvent[]>;

/** The same for all who may read of what belongs to an owner. */
export function ownedBy(ownerId: number | null, data: object): OutboundEvent['dataFor'] {
  return (userId) => (userId === null || userId === ownerId ? data : undefined);
}

/** Facts for those who may see what belongs to an owner (null: to no owner, hence to admins). */
export function seenBy<F>(ownerId: number | null, facts: F): (reader: Reader) => F | undefined {
  return (reader) => (maySee(reader, ownerId) ? facts : undefined);
}
