import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { type DeliveryState, hasFailed } from '@semaforo/contract/domain/delivery-state';
import { maySee } from '../../platform/actor.ts';
import type { Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { commandText } from './notice-texts.ts';

/** A command that has ended. `value` null: a restore; `createdAt` is in epoch milliseconds. */
export type EndedCommand = {
  id: number;
  createdAt: number;
  origin: CommandOrigin;
  value: DeviceStatus | null;
  deliveries: readonly { ownerId: number | null; deviceLabel: string; state: DeliveryState }[];
};

/** Notifies each linked chat, once per command, how many of its user's own devices did not confirm. */
export function createCommandNotices(options: {
  findCommand: (id: number) => Promise<EndedCommand | undefined>;
  linkedChats: LinkedChats;
  outbox: Outbox;
}): (commandIds: readonly number[]) => Promise<void> {
  const notified = new Set<number>();

  const notify = async (id: number) => {
    const command = await options.findCommand(id);
    if (!command) return;
    const textFor = (reader: Reader) => {
      const own = command.deliveries.filter(({ ownerId }) => maySee(reader, ownerId));
      const failed = own.filter(({ state }) => hasFailed(state)).map(({ deviceLabel }) => deviceLabel);
      return failed.length === 0 ? undefined : commandText({ ...command, total: own.length, failed });
    };
    await options.outbox.put(await noticesFor(options.linkedChats, `command:${id}`, textFor));
  };

  return async (commandIds) => {
    for (const id of commandIds) {
      // A late confirmation ends the command a second time.
      if (notified.has(id)) continue;
      await notify(id);
      notified.add(id);
    }
  };
}
