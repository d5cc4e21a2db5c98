import type { Delivery } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { CommandProgress, LiveMessage } from '@semaforo/contract/live/events';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { LivePort } from './live.port.ts';
import type { LiveFeed, ProgressOf } from './live-feed.port.ts';

/** How long events are gathered before they are sent together. */
const GATHER_MS = 20;
/** Each sending is a write for each page: for many pages events are gathered longer, and still come within moments. */
const GATHER_MS_PER_PAGE = 1;
const GATHER_AT_MOST_MS = 50;
/** Of a command to thousands of devices a page is told twice a second how far it is. */
const GATHER_LARGE_MS = 500;

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
