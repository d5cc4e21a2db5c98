import type { Role } from '@semaforo/contract/api/users';

/** The chats to which notices may go at this moment: linked to a user who exists and was not revoked since. */
export type LinkedChats = {
  all: () => Promise<readonly { chatId: string; userId: number; role: Role }[]>;
};
