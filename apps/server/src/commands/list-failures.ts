import type { Command } from '@semaforo/contract/api/commands';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import { toCommandRecord } from './command-records.ts';
import type { FailedCommandsRepository } from './failed-commands.repository.ts';

/** Far more than a page has room to tell. */
const MOST_COMMANDS = 50;

/**
 * The commands that failed on devices which the user sees and which are still out of sync, or in an error that a
 * command brought: a page that is opened later tells them, too (docs/rules.md#last-command). Each has those of its
 * deliveries only.
 */
export type ListFailures = (actor: Actor) => Promise<Command[]>;

export function createListFailures(options: {
  repository: FailedCommandsRepository;
  directory: Pick<DeviceDirectory, 'list'>;
  states: Pick<DeviceStates, 'of' | 'pendingOf' | 'isOutOfSync' | 'hasErrorOfCommand'>;
}): ListFailures {
  const { repository, directory, states } = options;
  const isStillWrong = (id: number) =>
    states.of(id).desired !== null &&
    states.pendingOf(id) === null &&
    (states.isOutOfSync(id) || states.hasErrorOfCommand(id));
  return async (actor) => {
    const wrong = directory.list(actor).flatMap(({ id }) => (isStillWrong(id) ? id : []));
    const commands = await repository.listFailedLast(wrong, MOST_COMMANDS);
    return (
      commands
        // The history of a device stays that of its former owner.
        .map((command) => ({
          ...command,
          deliveries: command.deliveries.filter(({ ownerId }) => maySee(actor, ownerId)),
        }))
        .filter(({ deliveries }) => deliveries.length > 0)
        .map((command) => toCommandRecord(command, undefined))
    );
  };
}
