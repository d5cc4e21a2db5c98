import type { Role } from '@semaforo/contract/api/users';

/**
 * The chats that may receive notices now: linked to a user who still exists and whose sessions were not revoked
 * since.
 */
export type LinkedChats = {
  all: () => Promise<readonly { chatId: string; userId: number; role: Role }[]>;
};
