import type { AlarmKind, AlarmState } from '@semaforo/contract/domain/alarm-rules';
import type { DutyChannel } from '@semaforo/contract/domain/duty-rules';
import type { Generated } from 'kysely';

/** What is wrong with some devices of one owner, or with a part of the system. Times are epoch milliseconds. */
export type AlarmsTable = {
  id: Generated<number>;
  kind: AlarmKind;
  /** Whose devices; null: of nobody, or the system's. */
  owner_id: number | null;
  state: AlarmState;
  opened_at: number;
  /** Since when it is in its state. */
  state_at: number;
  /** What is wrong, in Italian; null where the kind says it all. */
  detail: string | null;
  taken_by: string | null;
  /** Until when whoever took it is left in peace. */
  held_until: number | null;
  note: string | null;
  /** How often it was open again. */
  returns: number;
  /** How many people were told since it was last open, and when the next one is; null: nobody is. */
  told: number;
  next_tell_at: number | null;
  /** When it is looked whether anything reached the last one; null: it is known. */
  check_at: number | null;
};

export type AlarmDevicesTable = {
  alarm_id: number;
  device_id: number;
  name: string;
  since: number;
  /** Null while it is so. */
  until: number | null;
};

/** What became of an alarm: opened, told, taken, … */
export type AlarmEventsTable = {
  id: Generated<number>;
  alarm_id: number;
  at: number;
  what: 'aperto' | 'avvisato' | 'preso in carico' | 'restituito' | 'risolto' | 'chiuso';
  /** Who did it, or who was told; null: the console. */
  by: string | null;
  note: string | null;
  /** Under which key a person was notified. */
  key: string | null;
};

/** Whom to tell, in this order: of an owner, or (null) of the system. */
export type DutyPeopleTable = {
  id: Generated<number>;
  owner_id: number | null;
  position: number;
  name: string;
  email: string | null;
  /** A linked chat of the owner, by the console's id. */
  chat_id: number | null;
  /** A browser of the owner that shows notifications. */
  push_id: number | null;
  /** Sealed: who knows the address of a topic reads it. */
  ntfy: string | null;
  gotify: string | null;
  /** Sealed. */
  gotify_token: string | null;
  sms: string | null;
  voice: string | null;
  /** JSON: from which severity on and at which hours, by channel. */
  rules: string | null;
};

/** The weekly test of one channel of a person on duty. */
export type DutyChannelsTable = {
  id: Generated<number>;
  person_id: number;
  channel: DutyChannel;
  since: number;
  tested_at: number | null;
  /** When the person last confirmed that a test arrived. */
  receipt_at: number | null;
  /** Of the newest test. */
  token_hash: string | null;
};

/** A link by which a person on duty takes an alarm in charge, once. */
export type AlarmLinksTable = {
  token_hash: string;
  alarm_id: number;
  person_id: number;
  expires_at: number;
  used_at: number | null;
};

/** When alarms of devices and of the system call no one: of an owner, or (null) of the system. */
export type DutyMaintenanceTable = {
  id: Generated<number>;
  owner_id: number | null;
  from: number;
  to: number;
  reason: string;
  author: string;
};
