import type { DeviceType } from '@semaforo/contract/domain/channels';
import type { Clock, Stopwatch } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';
import type { ChannelSignal } from './channel-level.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { createCitizenChannels } from './citizen-channels.ts';
import { createCommandNotices, type EndedCommand } from './command-notices.ts';
import { createErrorNotices, type FailingDevice } from './error-notices.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { createMissedNotices } from './missed-notices.ts';
import type { MissedSchedule } from './notice-texts.ts';
import type { Outbox } from './outbox.port.ts';
import type { ToldRepository } from './told.repository.ts';

/** A device of which the bot is told that it may have changed. */
type NotedDevice = { id: number; type: DeviceType; ownerId: number | null };

/** How old a command may be whose end is told at the start. */
const TOLD_AFTER_A_CRASH_MS = 10 * 60_000;

/** How long things are held before they are told; tests are in more of a hurry. */
export type NoticeTiming = { errorWindowMs?: number; outageAfterMs?: number; settledAfterMs?: number };

type NoticeOptions = {
  /** The device as its errors are told; undefined once it is gone. */
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  /** The signals whose owner the user is. */
  ownSignalsOf: (userId: number) => readonly ChannelSignal[];
  findSchedule: (id: number) => Promise<MissedSchedule | undefined>;
  findCommand: (id: number) => Promise<EndedCommand | undefined>;
  /** The commands to all devices that have ended and failed: those of the deliveries, and this server's since a time (epoch ms). */
  failedCommands: {
    listAmong: (deliveryIds: readonly number[]) => Promise<readonly number[]>;
    listOwnSince: (since: number) => Promise<readonly number[]>;
  };
  brokerState: () => BrokerState;
  channels: ChannelsRepository;
  told: ToldRepository;
  linkedChats: LinkedChats;
  outbox: Outbox;
  /** With several servers on one database only one tells what all of them see. */
  isLeader: () => boolean;
  clock: Clock;
  stopwatch: Stopwatch;
  logger: Logger;
} & NoticeTiming;

/** What the bot tells by itself, to linked chats and to citizens' channels. It is told of what happens; nobody waits for it. */
export function createNotices(options: NoticeOptions) {
  const { logger } = options;
  const underWay = new Set<Promise<void>>();
  const attempt = (work: () => Promise<void>) => {
    const attempted = work()
      .catch((error: unknown) => logger.error({ err: error }, 'a notice could not be stored'))
      .finally(() => underWay.delete(attempted));
    underWay.add(attempted);
  };
  const settle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  const errors = createErrorNotices(options);
  const outage = createBrokerOutage(options);
  const tellCommands = createCommandNotices(options);
  const tellMissed = createMissedNotices(options);
  const citizens = createCitizenChannels({
    ...options,
    repository: options.channels,
    signalsOf: options.ownSignalsOf,
  });

  return {
    /** A device reported, failed, was commanded or became another. */
    deviceChanged: ({ id, type, ownerId }: NotedDevice) => {
      errors.note(id);
      if (type === 'semaforo' && ownerId !== null) citizens.touch(ownerId);
    },
    /** The lists of these owners changed; `replaced` is gone or became another device. */
    devicesChanged: (owners: readonly (number | null)[], replaced?: { id: number }) => {
      if (replaced) errors.forget(replaced.id);
      errors.ownersChanged();
      for (const owner of owners) if (owner !== null) citizens.touch(owner);
    },
    /** The end of these deliveries is stored. */
    deliveriesEnded: (ids: readonly number[]) =>
      attempt(async () => tellCommands(await options.failedCommands.listAmong(ids))),
    scheduleMissed: (missed: { scheduleId: number; authorId: number | null }) =>
      attempt(() => tellMissed(missed)),
    brokerChanged: (state: BrokerState) => {
      outage.note(state);
      citizens.touchAll();
    },
    /** This server tells what all of them see, from now on. Once devices and their states are loaded. */
    takeDuty: () => {
      errors.takeDuty();
      outage.takeDuty();
    },
    /** Once devices and their states are loaded. */
    start: () => {
      // A crash may have come between the end of a command and its notice.
      const since = options.clock.now() - TOLD_AFTER_A_CRASH_MS;
      attempt(async () => tellCommands(await options.failedCommands.listOwnSince(since)));
      outage.note(options.brokerState());
      citizens.touchAll();
    },
    /** Resolves once what it was told of is stored. */
    stop: async () => {
      await Promise.all([errors.stop(), outage.stop(), citizens.stop(), settle()]);
    },
  };
}
