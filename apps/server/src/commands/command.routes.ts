import type { commandRoutes } from '@semaforo/contract/api/commands';
import { mayShow } from '@semaforo/contract/domain/channels';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/mount-routes.ts';
import { maySee } from '../platform/actor.ts';
import { isoTime } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { CLICK_DEADLINE_MS } from './accept-command.ts';
import type { CommandsRepository } from './commands.repository.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { createRepeatCommand } from './repeat-command.ts';
import type { SendCommand } from './send-command.ts';
import type { createToggleLantern } from './toggle-lantern.ts';

const NOT_FOR_THIS_TYPE = new Refusal('invalid', {
  code: 'invalid-command',
  message: 'Il comando non è valido per questo tipo di dispositivo',
});

export function createCommandHandlers(options: {
  repository: Pick<CommandsRepository, 'find'>;
  history: HistoryRepository;
  directory: DeviceDirectory;
  sendCommand: SendCommand;
  toggleLantern: ReturnType<typeof createToggleLantern>;
  repeatCommand: ReturnType<typeof createRepeatCommand>;
}): Handlers<typeof commandRoutes> {
  const { repository } = options;
  return {
    sendCommand: ({ actor, address, idempotencyKey, query, body }) => {
      const { command: value } = body;
      if (!mayShow(query.type, value)) return NOT_FOR_THIS_TYPE;
      return options.sendCommand({
        author: authorOf({ actor, address }),
        idempotencyKey,
        origin: 'operatore',
        deviceType: query.type,
        resolveTargets: () => options.directory.list(actor, query.type).map((device) => ({ device, value })),
        value,
        deadlineMs: CLICK_DEADLINE_MS,
      });
    },
    toggleLantern: ({ actor, address, idempotencyKey, params }) =>
      options.toggleLantern({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        deviceId: params.id,
      }),
    getCommand: async ({ actor, params }) => {
      const command = await repository.find(params.commandId);
      const deliveries = command?.deliveries.filter(({ ownerId }) => maySee(actor, ownerId)) ?? [];
      if (!command || deliveries.length === 0) return notFound();
      return {
        commandId: command.id,
        value: command.value,
        created_at: isoTime(command.createdAt),
        deliveries: deliveries.map(({ id, deviceId, deviceLabel, value, state, reason }) => ({
          id,
          deviceId,
          device: deviceLabel,
          value,
          state,
          reason,
        })),
      };
    },
    retryCommand: ({ actor, address, idempotencyKey, params }) =>
      options.repeatCommand.retry({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        commandId: params.commandId,
      }),
    restoreCommand: ({ actor, address, idempotencyKey, params }) =>
      options.repeatCommand.restore({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        commandId: params.commandId,
      }),
    listHistory: ({ actor, query }) =>
      options.history.list({
        ownerId: actor.role === 'admin' ? undefined : actor.id,
        limit: query.limit,
        before: query.before,
      }),
  };
}
