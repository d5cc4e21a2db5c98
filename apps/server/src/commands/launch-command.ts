import { failPoint } from '../platform/fail-point.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { CommandLanes } from './command-lanes.ts';
import type { CommandRequest } from './command-request.ts';
import type { StoredIds } from './find-stored.ts';
import type { PreparedTarget } from './prepare-command.ts';
import type { CommandIntent } from './store-intents.ts';
import { type AcceptedCommand, addDeliveries, createAcceptedCommand } from './tracked-delivery.ts';

/** Begins to send a command that is stored, and tells whoever asked for it. */
export async function launchCommand(
  lanes: Pick<CommandLanes, 'accept'>,
  prepared: {
    request: CommandRequest;
    intent: CommandIntent;
    targets: readonly PreparedTarget[];
    resolve: (accepted: AcceptedCommand) => void;
    reject: (error: unknown) => void;
  },
  { commandId, deliveryIds }: StoredIds,
): Promise<void> {
  failPoint('after-mark');
  const { request, intent, targets, resolve, reject } = prepared;
  const command = createAcceptedCommand(
    {
      id: commandId,
      createdAt: intent.createdAt,
      deadlineAt: intent.deadlineAt,
      usualDeadlineAt: request.deadlineAt,
      origin: intent.origin,
      ofPlan: request.ofPlan,
      sourceId: intent.sourceId,
      username: intent.author.username,
      approvedBy: intent.approvedBy,
      requestId: request.requestId,
      deviceType: intent.deviceType,
      value: intent.value,
      ...(intent.whom && { whom: intent.whom }),
      waitsForDevice: request.waitsForDevice ?? request.schedule !== undefined,
    },
    [],
  );
  await runInChunks(targets, (some) =>
    addDeliveries(
      command,
      some.flatMap((target) => {
        const id = deliveryIds.get(target.device.id);
        return id === undefined ? [] : [{ ...target, id }];
      }),
    ),
  );
  try {
    lanes.accept(command);
    resolve(command);
  } catch (error) {
    reject(error);
  }
}
