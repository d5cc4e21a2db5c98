import type { BrokerStatus } from '@semaforo/contract/api/broker';
import type { Delivery } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type {
  ChangedEvent,
  ClockEvent,
  CommandAccepted,
  CommandProgress,
  LiveMessage,
} from '@semaforo/contract/live/events';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { LivePort } from './live.port.ts';

/** How long events are gathered before they are sent together. */
const GATHER_MS = 20;
/** Each sending is a write for each page: for many pages events are gathered longer, and still come within moments. */
const GATHER_MS_PER_PAGE = 1;
const GATHER_AT_MOST_MS = 50;
/** Of a command to thousands of devices a page is told twice a second how far it is. */
const GATHER_LARGE_MS = 500;

/** A command as one viewer sees it; `viewer` is an owner's id, or null for admins, who see all. */
export type ProgressOf = {
  id: number;
  origin: CommandOrigin;
  sourceId: number | null;
  username: string;
  approvedBy?: string | undefined;
  deviceType: DeviceType;
  value: DeviceStatus | null;
  /** For whom it was, and the name that the group had. */
  whom: { kind: TargetKind; group: string | null };
  createdAt: string;
  isLarge: boolean;
  totalFor: (viewer: number | null) => number;
};

/**
 * What the server sends to the pages: gathered for 20 to 50 ms, then sent to the owner of each device and to admins.
 */
export type LiveFeed = {
  message: (ownerId: number | null, message: LiveMessage) => void;
  /** The record is made when it is sent, so that it is the newest. */
  deviceChanged: (ownerId: number | null, deviceId: number, record: () => DeviceStatusRecord) => void;
  /** Sent at once, so that the author's page knows its command before the first progress of it. */
  commandAccepted: (authorId: number, accepted: CommandAccepted) => void;
  /** Without a delivery: the command has begun, and its devices wait. */
  progress: (ownerId: number | null, command: ProgressOf, delivery: Delivery | null) => void;
  /** Those who see what belongs to these owners read it again; null: what is nobody's, which admins see. */
  changed: (event: ChangedEvent, ownerIds: readonly (number | null)[] | 'everyone') => void;
  brokerStatus: (status: BrokerStatus) => void;
  clock: (clock: ClockEvent) => void;
  stop: () => Promise<void>;
};

type Progressed = { command: ProgressOf; delivery: Delivery | null };

type Gathered<T> = Map<number | null, T[]>;

export function createLiveFeed({ live, logger }: { live: LivePort; logger: Logger }): LiveFeed {
  let messages: Gathered<LiveMessage> = new Map();
  let changed = new Map<number, { ownerId: number | null; record: () => DeviceStatusRecord }>();
  let progressed: Gathered<Progressed> = new Map();
  let largeProgressed: Gathered<Progressed> = new Map();

  const publishProgress = (deliveries: Gathered<Progressed>) =>
    publish(deliveries, (viewer, all) => live.emit(viewer, 'command_progress', byCommand(viewer, all)));
  const sendGathered = () => {
    const [spoken, records, deliveries] = [messages, changed, progressed];
    messages = new Map();
    changed = new Map();
    progressed = new Map();
    publish(spoken, (viewer, all) => live.messages(viewer, all));
    const byOwner: Gathered<DeviceStatusRecord> = new Map();
    for (const { ownerId, record } of records.values()) {
      if (isWatched(ownerId)) gather(byOwner, ownerId, record());
    }
    publish(byOwner, (viewer, all) => live.emit(viewer, 'device_status', all));
    publishProgress(deliveries);
  };
  const sendLarge = () => {
    const deliveries = largeProgressed;
    largeProgressed = new Map();
    publishProgress(deliveries);
  };
  const isWatched = (ownerId: number | null) =>
    live.isWatching(null) || (ownerId !== null && live.isWatching(ownerId));
  const job = createDebouncedJob({
    name: 'live-feed',
    delayMs: () => Math.min(Math.max(GATHER_MS, live.pages() * GATHER_MS_PER_PAGE), GATHER_AT_MOST_MS),
    logger,
    work: sendGathered,
  });
  const largeJob = createDebouncedJob({
    name: 'live-feed-large',
    delayMs: GATHER_LARGE_MS,
    logger,
    work: sendLarge,
  });

  return {
    message: (ownerId, message) => {
      if (!isWatched(ownerId)) return;
      gather(messages, ownerId, message);
      job.request();
    },
    deviceChanged: (ownerId, deviceId, record) => {
      changed.set(deviceId, { ownerId, record });
      job.request();
    },
    commandAccepted: (authorId, accepted) => live.emitToUser(authorId, 'command_accepted', accepted),
    progress: (ownerId, command, delivery) => {
      gather(command.isLarge ? largeProgressed : progressed, ownerId, { command, delivery });
      (command.isLarge ? largeJob : job).request();
    },
    changed: (event, ownerIds) => {
      if (ownerIds === 'everyone') return live.emitToAll(event);
      for (const viewer of new Set([null, ...ownerIds])) live.emit(viewer, event);
    },
    brokerStatus: (status) => {
      // What was heard before comes before: after the loss of the link it would count as fresh.
      sendGathered();
      sendLarge();
      live.emitToAll('broker_status', status);
    },
    clock: (clock) => live.emitToAll('clock', clock),
    stop: async () => {
      await job.stop();
      await largeJob.stop();
    },
  };
}

function gather<T>(gathered: Gathered<T>, ownerId: number | null, thing: T): void {
  const own = gathered.get(ownerId);
  if (own) own.push(thing);
  else gathered.set(ownerId, [thing]);
}

/** Owners get their own events, admins (null) get all. */
function publish<T>(gathered: Gathered<T>, send: (viewer: number | null, all: T[]) => void): void {
  if (gathered.size === 0) return;
  for (const [ownerId, own] of gathered) if (ownerId !== null) send(ownerId, own);
  send(null, [...gathered.values()].flat());
}

function byCommand(viewer: number | null, progressed: readonly Progressed[]): CommandProgress[] {
  const events = new Map<number, CommandProgress>();
  for (const { command, delivery } of progressed) {
    const event = events.get(command.id) ?? {
      commandId: command.id,
      origin: command.origin,
      sourceId: command.sourceId,
      username: command.username,
      ...(command.approvedBy !== undefined && { approvedBy: command.approvedBy }),
      deviceType: command.deviceType,
      value: command.value,
      whom: command.whom.kind,
      group: command.whom.group,
      createdAt: command.createdAt,
      total: command.totalFor(viewer),
      deliveries: [],
    };
    if (delivery) event.deliveries.push(delivery);
    events.set(command.id, event);
  }
  return [...events.values()];
}
