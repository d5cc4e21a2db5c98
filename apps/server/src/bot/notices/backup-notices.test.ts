import { expect, test } from 'vitest';
import type { Notice } from '../outbox/outbox.port.ts';
import { createBackupNotices } from './backup-notices.ts';

test('a failed backup is told to the chats of admins, once for each failure', async () => {
  const put: Notice[] = [];
  const notify = createBackupNotices({
    linkedChats: {
      all: () =>
        Promise.resolve([
          { chatId: '7', userId: 1, role: 'admin' },
          { chatId: '8', userId: 2, role: 'user' },
        ]),
    },
    outbox: { put: (notices) => Promise.resolve(void put.push(...notices)) },
  });
  await notify({ at: 1000, reason: 'il disco è pieno' });
  expect(put).toEqual([
    {
      chatId: '7',
      key: 'backup:1000',
      text: expect.stringContaining('non riuscita: il disco è pieno') as string,
    },
  ]);
});
