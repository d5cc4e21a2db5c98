import type { commandRoutes } from '@semaforo/contract/api/commands';
import { mayShow } from '@semaforo/contract/domain/channels';
import { CLICK_DEADLINE_MS, deadlineFor } from '@semaforo/contract/domain/command-rules';
import { targetsOf } from '@semaforo/contract/domain/targets';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { onlyProposes } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ChooseTargets } from './choose-targets.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { ListFailures } from './list-failures.ts';
import type { createReadCommand } from './read-command.ts';
import { readHistory } from './read-history.ts';
import type { createRepeatCommand } from './repeat-command.ts';
import type { SecondPerson } from './second-person.port.ts';
import type { SendCommand } from './send-command.ts';
import type { SendingRate } from './sending-rate.ts';
import type { createStopCommand } from './stop-command.ts';
import type { createToggleLantern } from './toggle-lantern.ts';

const NOT_FOR_THIS_TYPE = new Refusal('invalid', {
  code: 'invalid-command',
  message: 'Il comando non è valido per questo tipo di dispositivo',
});

const NOT_PROPOSED = new Refusal('forbidden', {
  code: 'scope-missing',
  message: 'Una lanterna non si propone: alla chiave manca l’ambito «comandare»',
});

export function createCommandHandlers(options: {
  readCommand: ReturnType<typeof createReadCommand>;
  listFailures: ListFailures;
  history: HistoryRepository;
  chooseTargets: ChooseTargets;
  sendCommand: SendCommand;
  secondPerson: SecondPerson;
  rate: Pick<SendingRate, 'estimateMs'>;
  stopCommand: ReturnType<typeof createStopCommand>;
  toggleLantern: ReturnType<typeof createToggleLantern>;
  repeatCommand: ReturnType<typeof createRepeatCommand>;
}): Handlers<typeof commandRoutes> {
  return {
    sendCommand: async ({ actor, address, idempotencyKey, requestId, pressedAt, query, body }) => {
      const { command: value } = body;
      if (!mayShow(query.type, value)) return NOT_FOR_THIS_TYPE;
      if (onlyProposes(actor) && query.type !== 'semaforo') return NOT_PROPOSED;
      const targets = targetsOf(body);
      const choose = () => options.chooseTargets(actor, query.type, targets);
      const chosen = await choose();
      if (chosen instanceof Refusal) return chosen;
      const wait = await options.secondPerson.ask({
        ...{ kind: 'comando', value, actor, address, devices: chosen.devices },
        whom: { kind: targets.kind, group: chosen.group },
        ...{ request: null, executeAt: null },
      });
      if (wait) return wait;
      return options.sendCommand({
        author: authorOf({ actor, address }),
        idempotencyKey,
        requestId,
        origin: 'operatore',
        deviceType: query.type,
        ...(actor.role === 'user' && { ownerId: actor.id }),
        whom: { kind: targets.kind, group: chosen.group },
        // In its turn: a device may have become another's meanwhile, or left the group.
        resolveTargets: async () => {
          const now = await choose();
          return now instanceof Refusal ? now : now.devices.map((device) => ({ device, value }));
        },
        value,
        deadlineAt: pressedAt + CLICK_DEADLINE_MS,
      });
    },
    toggleLantern: ({ actor, address, idempotencyKey, requestId, pressedAt, params }) =>
      options.toggleLantern({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        requestId,
        pressedAt,
        deviceId: params.id,
      }),
    getCommand: async ({ actor, params }) =>
      (await options.readCommand.read(actor, params.commandId)) ?? notFound(),
    getLastCommand: ({ actor, query }) => options.readCommand.readLast(actor, query.type),
    listFailedCommands: ({ actor }) => options.listFailures(actor),
    estimateCommand: ({ query }) => {
      const ms = options.rate.estimateMs(query.devices);
      return Promise.resolve({ seconds: ms / 1000, deadline_seconds: deadlineFor(ms) / 1000 });
    },
    stopCommand: ({ actor, address, pressedAt, params }) =>
      options.stopCommand({
        actor,
        author: authorOf({ actor, address }),
        pressedAt,
        commandId: params.commandId,
      }),
    retryCommand: ({ actor, address, idempotencyKey, requestId, pressedAt, params }) =>
      options.repeatCommand.retry({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        requestId,
        pressedAt,
        commandId: params.commandId,
      }),
    restoreCommand: ({ actor, address, idempotencyKey, requestId, pressedAt, params }) =>
      options.repeatCommand.restore({
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        requestId,
        pressedAt,
        commandId: params.commandId,
      }),
    listHistory: ({ actor, query }) =>
      readHistory(options.history, { actor, limit: query.limit, before: query.before }),
  };
}
