import type { BrokerStatus } from '../api/broker.ts';
import type { Delivery } from '../api/commands.ts';
import type { DeviceStatusRecord } from '../api/devices.ts';
import type { DeviceStatus, LampDeviceType } from '../domain/channels.ts';
import type { CommandOrigin } from '../domain/command-rules.ts';
import type { TargetKind } from '../domain/targets.ts';

export const SOCKET_PATH = '/socket.io';

export const CLOCK_EVERY_MS = 5000;

/** Two beats of the clock and the time to arrive: a page that hears nothing for so long has lost the server. */
export const SILENCE_MS = 2 * CLOCK_EVERY_MS + 2000;

/** A live message of a device, as it came from the broker. Retained messages are not sent. */
export type LiveMessage = { topic: string; message: string };

/**
 * The deliveries of one command that changed state since the last event; `total` counts its devices that this user may
 * see.
 */
export type CommandProgress = {
  commandId: number;
  origin: CommandOrigin;
  /** The command that this one repeats or restores; null for none. */
  sourceId: number | null;
  username: string;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  deviceType: LampDeviceType;
  /** Null when each device was commanded a status of its own (a restore). */
  value: DeviceStatus | null;
  whom: TargetKind;
  /** The name that the group had; null without one. */
  group: string | null;
  createdAt: string;
  total: number;
  deliveries: Delivery[];
};

/**
 * A command of this user was accepted. `idempotencyKey` is the header with which the page asked for it, so that the
 * page finds its own command among those of others. Only the pages of that same user hear it.
 */
export type CommandAccepted = { commandId: number; idempotencyKey: string };

/** The server's clock; `isolated`: the server is cut off from the others that it works with. */
export type ClockEvent = { now: string; isolated?: boolean };

/** What a client sends in the handshake. With `batch` it gets `mqtt_messages` instead of `mqtt_message`. */
export type Handshake = { token: string; batch?: boolean };

/** Events that carry nothing: who shows such things reads them again. */
export const CHANGED_EVENTS = [
  // Devices were created, changed, deleted or assigned.
  'devices_changed',
  // Groups were created, changed or deleted.
  'groups_changed',
  // A rosso was asked for that needs a second person, or that was decided.
  'approvals_changed',
  // A lamp test of devices that the user may see began, went on or ended.
  'lamp_tests_changed',
  // Schedules were created, cancelled or executed.
  'schedules_changed',
  // Recurring plans were created, changed or deleted, or one of their commands went on.
  'plans_changed',
  // Gauges measured something, or something happened at their sites.
  'sensors_changed',
  // Alerts were proposed, decided, begun or ended.
  'alerts_changed',
  // Alarms were opened, told, taken in charge, resolved or closed.
  'alarms_changed',
  // A bulletin was received.
  'bulletins_changed',
] as const;

export type ChangedEvent = (typeof CHANGED_EVENTS)[number];

/**
 * What the server emits; a client emits nothing. Socket.IO delivers at most once, so after each connection a page reads
 * again what it shows (docs/rules.md#live-updates).
 */
export type ServerToClientEvents = Record<ChangedEvent, () => void> & {
  mqtt_message: (message: LiveMessage) => void;
  mqtt_messages: (messages: LiveMessage[]) => void;
  /**
   * Devices whose record changed, but not by a live message: error, pending, stale, last known state. Emitted after the
   * messages that were gathered with it.
   */
  device_status: (records: DeviceStatusRecord[]) => void;
  /** Comes before the first progress of the command. */
  command_accepted: (accepted: CommandAccepted) => void;
  command_progress: (progress: CommandProgress[]) => void;
  broker_status: (status: BrokerStatus) => void;
  /**
   * As soon as the page has connected, then every CLOCK_EVERY_MS: a page that hears none, or hears it late, has lost
   * the server, whatever its socket says.
   */
  clock: (clock: ClockEvent) => void;
};

export type ClientToServerEvents = Record<string, never>;
