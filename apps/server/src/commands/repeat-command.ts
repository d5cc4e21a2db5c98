import type { CommandResult } from '@semaforo/contract/api/commands';
import { mayShow } from '@semaforo/contract/domain/channels';
import { CLICK_DEADLINE_MS, RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { CommandTarget } from './command-request.ts';
import type { CommandsRepository } from './commands.repository.ts';
import type { createReadCommand } from './read-command.ts';
import type { SecondPerson } from './second-person.port.ts';
import type { SendCommand } from './send-command.ts';
import type { StoredCommand, StoredDelivery } from './stored-command.ts';

const TOO_LATE = new Refusal('conflict', {
  code: 'restore-expired',
  message: 'Il ripristino è possibile solo entro 5 minuti dal comando',
});
const NOTHING_TO_REPEAT = new Refusal('conflict', {
  code: 'nothing-to-repeat',
  message: 'Nessun dispositivo da comandare di nuovo',
});

type RepeatRequest = {
  actor: Actor;
  author: AuditAuthor;
  idempotencyKey: string | undefined;
  requestId?: string;
  /** Epoch milliseconds. */
  pressedAt: number;
  commandId: number;
};

/** 'Riprova i falliti' and 'Ripristina': new commands made from what an earlier one left behind. */
export function createRepeatCommand(options: {
  repository: Pick<CommandsRepository, 'devicesCommandedAfter'>;
  readCommand: Pick<ReturnType<typeof createReadCommand>, 'findVisible'>;
  directory: DeviceDirectory;
  sendCommand: SendCommand;
  secondPerson: Pick<SecondPerson, 'isNeeded' | 'ask'>;
  clock: Clock;
}) {
  const { directory } = options;

  /** Only devices that were not commanded since: an old verde must never clear a newer rosso. */
  const repeat = (
    request: RepeatRequest,
    command: StoredCommand,
    how: {
      origin: 'ripetizione' | 'ripristino';
      valueOf: (delivery: StoredDelivery) => CommandTarget['value'] | null;
    },
  ) => {
    return options.sendCommand({
      author: request.author,
      idempotencyKey: request.idempotencyKey,
      requestId: request.requestId,
      origin: how.origin,
      deviceType: command.deviceType,
      ...(request.actor.role === 'user' && { ownerId: request.actor.id }),
      whom: command.whom,
      // In its turn, when whatever was accepted before is stored: a click that was still on its way is newer, too.
      resolveTargets: async () => {
        const commandedSince = await options.repository.devicesCommandedAfter(command.id);
        const targets = command.deliveries.flatMap((delivery): CommandTarget[] => {
          const value = how.valueOf(delivery);
          const device =
            delivery.deviceId === null ? undefined : directory.findVisible(request.actor, delivery.deviceId);
          if (!device || value === null || !mayShow(device.type, value)) return [];
          return commandedSince.has(device.id) ? [] : [{ device, value }];
        });
        return targets.length === 0 ? NOTHING_TO_REPEAT : targets;
      },
      value: how.origin === 'ripetizione' ? command.value : null,
      deadlineAt: request.pressedAt + CLICK_DEADLINE_MS,
      sourceId: command.id,
    });
  };

  /** To repeat what was approved a moment ago needs nobody; to light what failed long ago is a new rosso. */
  const askForOld = async ({ actor, author }: RepeatRequest, command: StoredCommand) => {
    if (command.value === null || options.clock.now() - command.createdAt <= RESTORE_WITHIN_MS) return;
    const failed = command.deliveries.filter(({ state }) => hasFailed(state));
    const devices = failed.flatMap(({ deviceId }) => directory.findVisible(actor, deviceId ?? 0) ?? []);
    return options.secondPerson.ask({
      ...{ kind: 'comando', value: command.value, actor, address: author.address ?? '', devices },
      ...{ whom: { kind: 'scelti', group: null }, request: null, executeAt: null },
    });
  };

  return {
    /** Sends the same value again to the devices that did not confirm it. */
    retry: async (request: RepeatRequest): Promise<CommandResult | Refusal> => {
      const command = await options.readCommand.findVisible(request.actor, request.commandId);
      if (!command) return notFound();
      const wait = await askForOld(request, command);
      if (wait) return wait;
      return repeat(request, command, {
        origin: 'ripetizione',
        valueOf: ({ state, value }) => (hasFailed(state) ? value : null),
      });
    },
    /**
     * Sends each device back to the status that it had confirmed before the command. Devices without one are left
     * alone.
     */
    restore: async (request: RepeatRequest): Promise<CommandResult | Refusal> => {
      const command = await options.readCommand.findVisible(request.actor, request.commandId);
      if (!command) return notFound();
      if (options.clock.now() - command.createdAt > RESTORE_WITHIN_MS) return TOO_LATE;
      return repeat(request, command, {
        origin: 'ripristino',
        valueOf: ({ previousStatus }) => previousStatus,
      });
    },
  };
}
