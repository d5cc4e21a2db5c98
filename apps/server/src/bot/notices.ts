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

/** How long things are held before they are told; tests are in more of a hurry. */
export type NoticeTiming = { errorWindowMs?: number; outageAfterMs?: number; settledAfterMs?: number };

type NoticeOptions = {
  /** The device as its errors are told; undefined once it is gone. */
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  /** The signals whose owner the user is. */
  ownSignalsOf: (userId: number) => readonly ChannelSignal[];
  findSchedule: (id: number) => Promise<MissedSchedule | undefined>;
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
  const commandMoved = createCommandNotices({ ...options, attempt });
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
    /** A delivery of the command moved on. */
    commandMoved: (command: EndedCommand) => commandMoved(command),
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
      outage.note(options.brokerState());
      citizens.touchAll();
    },
    /** Resolves once what it was told of is stored. */
    stop: async () => {
      await Promise.all([errors.stop(), outage.stop(), citizens.stop(), settle()]);
    },
  };
}
