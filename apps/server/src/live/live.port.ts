import type { LiveMessage, ServerToClientEvents } from '@semaforo/contract/live/events';

type Emitted = Omit<ServerToClientEvents, 'mqtt_message' | 'mqtt_messages'>;

/** How events reach the open pages. A viewer is an owner's id, or null for all admins. */
export type LivePort = {
  /** True when a page of that viewer is open: what nobody would get need not be made. */
  isWatching: (viewer: number | null) => boolean;
  /** How many pages are open. */
  pages: () => number;
  /** One event with all messages to pages that asked for batches, one event each to the others. */
  messages: (viewer: number | null, messages: LiveMessage[]) => void;
  emit: <Name extends keyof Emitted>(
    viewer: number | null,
    event: Name,
    ...payload: Parameters<Emitted[Name]>
  ) => void;
  /** To the pages of one user only, whatever their role. */
  emitToUser: <Name extends keyof Emitted>(
    userId: number,
    event: Name,
    ...payload: Parameters<Emitted[Name]>
  ) => void;
  emitToAll: <Name extends keyof Emitted>(event: Name, ...payload: Parameters<Emitted[Name]>) => void;
  /** Ends all connections of a user at once. */
  disconnectUser: (userId: number) => void;
  /** Ends all connections of one session at once. */
  disconnectSession: (sessionId: number) => void;
  /**
   * Ends the connections whose session has ended, or whose user was deleted or has another role or password: also when
   * another server did that.
   */
  endRevoked: () => Promise<void>;
  stop: () => Promise<void>;
};
