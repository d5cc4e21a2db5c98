import type { BrokerStatus } from '@semaforo/contract/api/broker';
import type { Delivery } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { CommandAccepted, CommandProgress, LiveMessage } from '@semaforo/contract/live/events';
import { isoTime } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { LivePort } from './live.port.ts';

/** How long events are gathered before they are sent together. */
const GATHER_MS = 20;

/** A command as one viewer sees it; `viewer` is an owner's id, or null for admins, who see all. */
export type ProgressOf = {
  id: number;
  origin: CommandOrigin;
  sourceId: number | null;
  username: string;
  deviceType: DeviceType;
  value: DeviceStatus | null;
  createdAt: string;
  totalFor: (viewer: number | null) => number;
};

/**
 * What the server sends to the pages: gathered for some 20 ms, then sent to the owner of each device and to admins.
 */
export type LiveFeed = {
  message: (ownerId: number | null, message: LiveMessage) => void;
  /** The record is made when it is sent, so that it is the newest. */
  deviceChanged: (ownerId: number | null, deviceId: number, record: () => DeviceStatusRecord) => void;
  /** Sent at once, so that the author's page knows its command before the first progress of it. */
  commandAccepted: (authorId: number, accepted: CommandAccepted) => void;
  progress: (ownerId: number | null, command: ProgressOf, delivery: Delivery) => void;
  devicesChanged: (ownerIds: readonly (number | null)[]) => void;
  /** The schedules of one author (null: a deleted user), or of everyone. */
  schedulesChanged: (authorId: number | null | 'everyone') => void;
  brokerStatus: (status: BrokerStatus) => void;
  /** The time of the server (epoch ms). */
  clock: (now: number) => void;
  stop: () => Promise<void>;
};

type Gathered<T> = Map<number | null, T[]>;

export function createLiveFeed({ live, logger }: { live: LivePort; logger: Logger }): LiveFeed {
  let messages: Gathered<LiveMessage> = new Map();
  let changed = new Map<number, { ownerId: number | null; record: () => DeviceStatusRecord }>();
  let progressed: Gathered<{ command: ProgressOf; delivery: Delivery }> = new Map();

  const sendGathered = () => {
    const [spoken, records, deliveries] = [messages, changed, progressed];
    messages = new Map();
    changed = new Map();
    progressed = new Map();
    tell(spoken, (viewer, all) => live.messages(viewer, all));
    const byOwner: Gathered<DeviceStatusRecord> = new Map();
    for (const { ownerId, record } of records.values()) gather(byOwner, ownerId, record());
    tell(byOwner, (viewer, all) => live.emit(viewer, 'device_status', all));
    tell(deliveries, (viewer, all) => live.emit(viewer, 'command_progress', byCommand(viewer, all)));
  };
  const job = createDebouncedJob({ name: 'live-feed', delayMs: GATHER_MS, logger, work: sendGathered });

  return {
    message: (ownerId, message) => {
      gather(messages, ownerId, message);
      job.request();
    },
    deviceChanged: (ownerId, deviceId, record) => {
      changed.set(deviceId, { ownerId, record });
      job.request();
    },
    commandAccepted: (authorId, accepted) => live.emitToUser(authorId, 'command_accepted', accepted),
    progress: (ownerId, command, delivery) => {
      gather(progressed, ownerId, { command, delivery });
      job.request();
    },
    devicesChanged: (ownerIds) => {
      for (const ownerId of new Set([null, ...ownerIds])) live.emit(ownerId, 'devices_changed');
    },
    schedulesChanged: (authorId) => {
      if (authorId === 'everyone') return live.emitToAll('schedules_changed');
      for (const viewer of new Set([null, authorId])) live.emit(viewer, 'schedules_changed');
    },
    brokerStatus: (status) => {
      // What was heard before comes before: after the loss of the link it would count as fresh.
      sendGathered();
      live.emitToAll('broker_status', status);
    },
    clock: (now) => live.emitToAll('clock', { now: isoTime(now) }),
    stop: job.stop,
  };
}

function gather<T>(gathered: Gathered<T>, ownerId: number | null, thing: T): void {
  const own = gathered.get(ownerId);
  if (own) own.push(thing);
  else gathered.set(ownerId, [thing]);
}

/** Owners get their own events, admins (null) get all. */
function tell<T>(gathered: Gathered<T>, send: (viewer: number | null, all: T[]) => void): void {
  if (gathered.size === 0) return;
  for (const [ownerId, own] of gathered) if (ownerId !== null) send(ownerId, own);
  send(null, [...gathered.values()].flat());
}

function byCommand(
  viewer: number | null,
  progressed: readonly { command: ProgressOf; delivery: Delivery }[],
): CommandProgress[] {
  const events = new Map<number, CommandProgress>();
  for (const { command, delivery } of progressed) {
    const event = events.get(command.id) ?? {
      commandId: command.id,
      origin: command.origin,
      sourceId: command.sourceId,
      username: command.username,
      deviceType: command.deviceType,
      value: command.value,
      createdAt: command.createdAt,
      total: command.totalFor(viewer),
      deliveries: [],
    };
    event.deliveries.push(delivery);
    events.set(command.id, event);
  }
  return [...events.values()];
}
