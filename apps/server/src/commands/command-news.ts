import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import { formatNames } from '../notifications/messages.ts';
import type { News, Reader } from '../notifications/notification.ts';
import { maySee } from '../platform/actor.ts';
import type { CommandsRepository } from './commands.repository.ts';
import type { StoredCommand } from './stored-command.ts';

/** Reads what each linked chat is notified of commands that have ended: how many devices did not confirm. */
export function createNewsOfCommands(find: CommandsRepository['find']) {
  return async (ids: readonly number[]): Promise<News[]> => {
    const news: News[] = [];
    for (const id of ids) {
      const command = await find(id);
      if (command) news.push(newsOfCommand(command));
    }
    return news;
  };
}

function newsOfCommand({ id, origin, value, createdAt, deliveries }: StoredCommand): News {
  const facts = (reader: Reader) => {
    const own = deliveries.filter(({ ownerId }) => maySee(reader, ownerId));
    const labels = own.filter(({ state }) => hasFailed(state)).map(({ deviceLabel }) => deviceLabel);
    const failed = { count: labels.length, names: formatNames(labels) };
    return labels.length === 0 ? undefined : { origin, value, createdAt, total: own.length, failed };
  };
  return { audience: { to: 'chats' }, key: `command:${id}`, kind: 'command', facts };
}
