import type { CommandAccepted } from '@semaforo/contract/live/events';

const waiting = new Map<string, (commandId: number) => void>();

/**
 * Calls back with the command's id when the server has accepted the request with this key. Returns the function that
 * stops it.
 */
export function onCommandAccepted(idempotencyKey: string, callBack: (commandId: number) => void): () => void {
  waiting.set(idempotencyKey, callBack);
  return () => waiting.delete(idempotencyKey);
}

/** Takes an event of the socket. Commands that this page did not send are ignored. */
export function noteAcceptedCommand({ commandId, idempotencyKey }: CommandAccepted): void {
  waiting.get(idempotencyKey)?.(commandId);
}
