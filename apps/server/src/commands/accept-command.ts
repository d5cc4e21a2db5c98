import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { CommandOrigin } from '../database/schema.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { Limiter } from '../platform/limiter.ts';
import { Refusal } from '../platform/refusal.ts';
import type { CommandLanes } from './command-lanes.ts';
import { messagesFor } from './command-topic.ts';
import type { CommandsRepository } from './commands.repository.ts';
import { type AcceptedCommand, createAcceptedCommand } from './delivery.ts';
import type { ExecutedSchedule } from './executed-schedule.ts';

/** A click is not sent later than this, a schedule than that (product.md, section 3). */
export const CLICK_DEADLINE_MS = 10_000;
export const SCHEDULE_DEADLINE_MS = 30_000;

export type CommandTarget = { device: KnownDevice; value: DeviceStatus };

export type CommandRequest = {
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: DeviceType;
  /** The devices to command, resolved when the command is accepted; or why it may not be. */
  resolveTargets: () => readonly CommandTarget[] | Refusal;
  /** Null when the targets have values of their own. */
  value: DeviceStatus | null;
  deadlineMs: number;
  sourceId?: number;
  schedule?: ExecutedSchedule;
};

/** Commits a command and begins to send it. The one way to a device: operator, schedule and bot all come through here. */
export type AcceptCommand = (request: CommandRequest) => Promise<AcceptedCommand | Refusal>;

export function createAcceptCommand(options: {
  repository: Pick<CommandsRepository, 'store'>;
  states: DeviceStates;
  lanes: CommandLanes;
  commandTopic: string;
  /** One at a time, with whatever changes devices: so the order in the database is that of the lanes, and no device becomes another meanwhile. */
  exclusive: Limiter;
  clock: Clock;
}): AcceptCommand {
  const accept = async (request: CommandRequest, createdAt: number): Promise<AcceptedCommand | Refusal> => {
    const targets = request.resolveTargets();
    if (targets instanceof Refusal) return targets;
    const prepared = targets.map(({ device, value }) => ({
      device,
      value,
      messages: messagesFor(device, value, options.commandTopic),
    }));
    const deadlineAt = createdAt + request.deadlineMs;
    const { commandId, deliveryIds } = await options.repository.store({
      createdAt,
      deadlineAt,
      author: request.author,
      origin: request.origin,
      deviceType: request.deviceType,
      value: request.value,
      sourceId: request.sourceId ?? null,
      schedule: request.schedule ?? null,
      deliveries: prepared.map(({ device, value, messages }) => ({
        deviceId: device.id,
        deviceName: device.name,
        deviceTopic: device.topic,
        ownerId: device.ownerId,
        value,
        previousStatus: options.states.of(device.id).status,
        payloads: JSON.stringify(messages.map(({ topic, payload }) => `${topic}=${payload}`)),
      })),
    });
    failPoint('after-mark');
    const command = createAcceptedCommand(
      {
        id: commandId,
        createdAt,
        deadlineAt,
        value: request.value,
        patient: request.origin === 'pianificazione',
      },
      prepared.flatMap((target) => {
        const id = deliveryIds.get(target.device.id);
        return id === undefined ? [] : [{ ...target, id }];
      }),
    );
    options.lanes.accept(command);
    return command;
  };

  return (request) => {
    // The deadline runs while it waits for its turn, too.
    const createdAt = options.clock.now();
    return options.exclusive.run(() => accept(request, createdAt));
  };
}
