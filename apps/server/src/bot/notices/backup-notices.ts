import type { Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';
import { noticesFor } from './notice-readers.ts';
import { backupText } from './notice-texts.ts';

/** Notifies the chats of the admins that backups fail. */
export function createBackupNotices(options: {
  linkedChats: LinkedChats;
  outbox: Outbox;
}): (failure: { at: number; reason: string }) => Promise<void> {
  return async ({ at, reason }) => {
    const text = backupText(reason);
    await options.outbox.put(
      await noticesFor(options.linkedChats, `backup:${at}`, ({ role }) =>
        role === 'admin' ? text : undefined,
      ),
    );
  };
}
