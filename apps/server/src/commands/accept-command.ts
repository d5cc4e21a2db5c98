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
import type { CommandIntent, CommandsRepository } from './commands.repository.ts';
import { ClaimLostError, type ExecutedSchedule } from './executed-schedule.ts';
import { type AcceptedCommand, createAcceptedCommand } from './tracked-delivery.ts';

/** A click is not sent later than this, a schedule than that (docs/rules.md#deadlines). */
export const CLICK_DEADLINE_MS = 10_000;
export const SCHEDULE_DEADLINE_MS = 30_000;

export type CommandTarget = { device: KnownDevice; value: DeviceStatus };

export type CommandRequest = {
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: DeviceType;
  /** The devices to command, resolved when the command is accepted; or why it may not be. */
  resolveTargets: () => readonly CommandTarget[] | Refusal | Promise<readonly CommandTarget[] | Refusal>;
  /** Null when the targets have values of their own. */
  value: DeviceStatus | null;
  deadlineMs: number;
  sourceId?: number;
  schedule?: ExecutedSchedule;
};

/**
 * Commits a command and begins to send it. Every command begins here, that of an operator and that of a schedule.
 * Only resume-unfinished.ts sends too: what an earlier process of this server committed here and did not finish.
 */
export type AcceptCommand = (request: CommandRequest) => Promise<AcceptedCommand | Refusal>;

/** So many commands of schedules that wait for their turn are committed together. */
const TOGETHER_AT_MOST = 50;

type Waiting = {
  request: CommandRequest;
  createdAt: number;
  resolve: (accepted: AcceptedCommand | Refusal) => void;
  reject: (error: unknown) => void;
};

type Prepared = Waiting & { intent: CommandIntent; targets: PreparedTarget[] };
type PreparedTarget = CommandTarget & { messages: ReturnType<typeof messagesFor> };

export function createAcceptCommand(options: {
  repository: Pick<CommandsRepository, 'storeAll'>;
  states: DeviceStates;
  lanes: CommandLanes;
  commandTopic: string;
  /**
   * Held while a command is accepted, and by whatever changes devices. So the order in the database is that of the
   * lanes, and no device becomes another meanwhile.
   */
  mutex: Limiter;
  clock: Clock;
}): AcceptCommand {
  const queue: Waiting[] = [];

  const prepare = async (waiting: Waiting): Promise<Prepared[]> => {
    const { request, createdAt, resolve, reject } = waiting;
    try {
      const resolved = await request.resolveTargets();
      if (resolved instanceof Refusal) {
        resolve(resolved);
        return [];
      }
      const targets = resolved.map(({ device, value }) => ({
        device,
        value,
        messages: messagesFor(device, value, options.commandTopic),
      }));
      return [
        { ...waiting, targets, intent: toIntent(request, { createdAt, targets, states: options.states }) },
      ];
    } catch (error) {
      reject(error);
      return [];
    }
  };

  const accept = async (group: readonly Prepared[]) => {
    const stored = await options.repository.storeAll(group.map(({ intent }) => intent));
    for (const [index, prepared] of group.entries()) {
      const ids = stored[index];
      if (ids === undefined || ids instanceof ClaimLostError) prepared.reject(ids);
      else launch(options.lanes, prepared, ids);
    }
  };

  /**
   * Only commands of schedules share a commit. If it fails, each is tried alone; its claim prevents that it is stored
   * twice.
   */
  const takeGroup = (): Waiting[] => {
    const others = queue.findIndex(({ request }) => request.schedule === undefined);
    const schedules = others < 0 ? queue.length : others;
    return queue.splice(0, Math.min(Math.max(schedules, 1), TOGETHER_AT_MOST));
  };

  const acceptWaiting = async () => {
    const group = (await Promise.all(takeGroup().map(prepare))).flat();
    if (group.length === 0) return;
    try {
      await accept(group);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const prepared of group) await accept([prepared]).catch(prepared.reject);
    }
  };

  return (request) =>
    new Promise((resolve, reject) => {
      // The deadline runs while it waits for its turn, too.
      queue.push({ request, createdAt: options.clock.now(), resolve, reject });
      void options.mutex.run(acceptWaiting);
    });
}

/** Begins to send a command that is stored. */
function launch(
  lanes: CommandLanes,
  { request, intent, targets, resolve, reject }: Prepared,
  { commandId, deliveryIds }: { commandId: number; deliveryIds: ReadonlyMap<number, number> },
) {
  failPoint('after-mark');
  const command = createAcceptedCommand(
    {
      id: commandId,
      createdAt: intent.createdAt,
      deadlineAt: intent.deadlineAt,
      value: request.value,
      waitsForDevice: request.origin === 'pianificazione',
    },
    targets.flatMap((target) => {
      const id = deliveryIds.get(target.device.id);
      return id === undefined ? [] : [{ ...target, id }];
    }),
  );
  try {
    lanes.accept(command);
    resolve(command);
  } catch (error) {
    reject(error);
  }
}

function toIntent(
  request: CommandRequest,
  { createdAt, targets, states }: { createdAt: number; targets: PreparedTarget[]; states: DeviceStates },
): CommandIntent {
  return {
    createdAt,
    deadlineAt: createdAt + request.deadlineMs,
    author: request.author,
    origin: request.origin,
    deviceType: request.deviceType,
    value: request.value,
    sourceId: request.sourceId ?? null,
    schedule: request.schedule ?? null,
    deliveries: targets.map(({ device, value, messages }) => ({
      deviceId: device.id,
      deviceName: device.name,
      deviceTopic: device.topic,
      ownerId: device.ownerId,
      value,
      previousStatus: states.of(device.id).status,
      payloads: JSON.stringify(messages.map(({ topic, payload }) => `${topic}=${payload}`)),
    })),
  };
}
