import type { AcceptedCommand } from './tracked-delivery.ts';

/** The commands of this process of which deliveries are under way. */
export type CommandsUnderWay = {
  add: (command: AcceptedCommand) => void;
  find: (commandId: number) => AcceptedCommand | undefined;
  list: () => AcceptedCommand[];
};

export function createCommandsUnderWay(): CommandsUnderWay {
  const byId = new Map<number, AcceptedCommand>();
  return {
    add: (command) => {
      // Those that have ended make room: there are never more than were under way at once.
      for (const [id, { underWay }] of byId) {
        if (underWay > 0) break;
        byId.delete(id);
      }
      byId.set(command.id, command);
    },
    find: (commandId) => byId.get(commandId),
    list: () => [...byId.values()],
  };
}
