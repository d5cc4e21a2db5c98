import type { Command } from '@semaforo/contract/api/commands';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { type Actor, maySee } from '../platform/actor.ts';
import { toCommandRecord } from './command-records.ts';
import type { CommandsRepository } from './commands.repository.ts';
import type { StoredCommand } from './stored-command.ts';

/** Reads commands as a user may see them: only the deliveries of devices that were theirs then. */
export function createReadCommand(repository: Pick<CommandsRepository, 'findWhole' | 'findLast' | 'exists'>) {
  /** The command with its retries; undefined when none of its devices may be seen. */
  const findVisible = async (actor: Actor, commandId: number): Promise<StoredCommand | undefined> => {
    const command = await repository.findWhole(commandId);
    const deliveries = command?.deliveries.filter(({ ownerId }) => maySee(actor, ownerId)) ?? [];
    return command && deliveries.length > 0 ? { ...command, deliveries } : undefined;
  };
  const read = async (actor: Actor, commandId: number): Promise<Command | undefined> => {
    const command = await findVisible(actor, commandId);
    if (!command) return undefined;
    const isRestore = command.origin === 'ripristino' && command.sourceId !== null;
    return toCommandRecord(
      command,
      isRestore ? await findVisible(actor, command.sourceId ?? commandId) : undefined,
    );
  };
  return {
    findVisible,
    /** True when some device of the command may be seen. */
    isVisible: (actor: Actor, commandId: number): Promise<boolean> =>
      repository.exists(commandId, actor.role === 'admin' ? undefined : actor.id),
    read,
    /** The newest command for devices of a type that the user may see, or null. */
    readLast: async (actor: Actor, type: LampDeviceType): Promise<Command | null> => {
      const id = await repository.findLast(type, actor.role === 'admin' ? undefined : actor.id);
      return (id === undefined ? undefined : await read(actor, id)) ?? null;
    },
  };
}
