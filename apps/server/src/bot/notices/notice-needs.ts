import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';

/** What every kind of notice needs, whatever it is about. */
export type NoticeDeps = {
  linkedChats: LinkedChats;
  outbox: Outbox;
  /** Of several servers on one database, only the leader notifies what all of them observe. */
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
};
