import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import { maySee } from '../platform/actor.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { commandText } from './notice-texts.ts';
import type { Outbox } from './outbox.port.ts';

/** A command as its end is told. */
export type EndedCommand = {
  id: number;
  createdAt: number;
  value: DeviceStatus | null;
  /** How many deliveries are still under way. */
  underWay: number;
  deliveries: readonly {
    device: { ownerId: number | null; name: string | null; topic: string };
    state: DeliveryState;
  }[];
};

/** Tells each linked chat, once, how many of its user's own devices did not confirm a command to more than one device. To be called at every step of a delivery. */
export function createCommandNotices(options: {
  linkedChats: LinkedChats;
  outbox: Outbox;
  /** Runs work that may fail, without being waited for. */
  attempt: (work: () => Promise<void>) => void;
}): (command: EndedCommand) => void {
  const ended = new WeakSet<EndedCommand>();

  return (command) => {
    if (command.underWay > 0 || command.deliveries.length < 2 || ended.has(command)) return;
    ended.add(command);
    const deliveries = command.deliveries.map(({ device, state }) => ({
      ownerId: device.ownerId,
      label: device.name ?? device.topic,
      failed: state === 'fallito' || state === 'scaduto',
    }));
    if (!deliveries.some(({ failed }) => failed)) return;
    const textFor = (reader: Reader) => {
      const own = deliveries.filter(({ ownerId }) => maySee(reader, ownerId));
      const failed = own.filter((delivery) => delivery.failed).map(({ label }) => label);
      return failed.length === 0 ? undefined : commandText({ ...command, total: own.length, failed });
    };
    options.attempt(async () =>
      options.outbox.put(await noticesFor(options.linkedChats, `command:${command.id}`, textFor)),
    );
  };
}
