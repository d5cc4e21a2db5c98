import { randomUUID } from 'node:crypto';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { DeviceStates } from '../devices/device-states.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { CommandRequest, CommandTarget } from './command-request.ts';
import { type CommandMessage, messagesFor } from './command-topic.ts';
import type { DeliveryIntent } from './store-deliveries.ts';
import type { CommandIntent } from './store-intents.ts';

export type PreparedTarget = CommandTarget & { messages: readonly CommandMessage[] };

/** A target with the messages that command it. */
export function prepareTarget({ device, value }: CommandTarget, commandTopic: string): PreparedTarget {
  return { device, value, messages: messagesFor(device, value, commandTopic) };
}

/** What is stored of a command before anything of it is sent. */
export async function toIntent(
  request: CommandRequest,
  {
    createdAt,
    extraMs,
    targets,
    states,
  }: {
    createdAt: number;
    /** How much longer than usual it takes to send it to so many devices. */
    extraMs: number;
    targets: readonly PreparedTarget[];
    states: DeviceStates;
  },
): Promise<CommandIntent> {
  const deliveries: DeliveryIntent[] = [];
  await runInChunks(targets, (some) => {
    for (const target of some) deliveries.push(toDeliveryIntent(target, states));
  });
  return {
    key: request.schedule ? `schedule:${request.schedule.id}:${request.schedule.token}` : randomUUID(),
    createdAt,
    deadlineAt: request.deadlineAt + extraMs,
    author: request.author,
    origin: request.origin,
    deviceType: request.deviceType,
    value: request.value ?? (request.origin === 'allerta' ? sharedValue(targets) : null),
    ...(request.whom && { whom: request.whom }),
    sourceId: request.sourceId ?? null,
    schedule: request.schedule ?? null,
    lampTestId: request.lampTestId,
    approvedBy: request.approvedBy,
    deliveries,
  };
}

/** At the end of an alert the values are known in its turn only; mostly they are all verde. */
function sharedValue(targets: readonly PreparedTarget[]): DeviceStatus | null {
  const [first] = targets;
  return first && targets.every(({ value }) => value === first.value) ? first.value : null;
}

function toDeliveryIntent({ device, value, messages }: PreparedTarget, states: DeviceStates): DeliveryIntent {
  return {
    deviceId: device.id,
    deviceName: device.name,
    deviceTopic: device.topic,
    ownerId: device.ownerId,
    value,
    previousStatus: states.confirmedBeforeTest(device.id),
    payloads: JSON.stringify(messages.map(({ topic, payload }) => `${topic}=${payload}`)),
  };
}
