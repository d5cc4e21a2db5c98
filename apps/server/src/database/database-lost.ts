import { TooLateError } from '../platform/within.ts';

/** Thrown where this server may not write, because it was cut off from the database for too long. */
export class CutOffError extends Error {}

/** What may pass by itself, by the error codes of Node's sockets and of PostgreSQL. */
export const NOT_THERE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nessuno risponde all'indirizzo e alla porta indicati",
  ECONNRESET: 'chiude il collegamento',
  EPIPE: 'chiude il collegamento',
  ETIMEDOUT: 'non risponde in tempo',
  EHOSTUNREACH: 'la rete non lo raggiunge',
  ENETUNREACH: 'la rete non lo raggiunge',
  ENOTFOUND: "l'host non si trova",
  EAI_AGAIN: "l'host non si trova",
  '57P03': 'si sta avviando',
};

/** The same of a connection that was made before, by how the messages of the client begin. */
const LOST_BY_MESSAGE: readonly string[] = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
];
/** PostgreSQL's own codes for a connection that failed and for a server that ends, restarts or is full. */
const LOST = /^(08|57P|53300$)/;

/** True for the error of a connection to PostgreSQL that was lost or could not be made. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code in NOT_THERE || LOST.test(code)) return true;
  return LOST_BY_MESSAGE.some((beginning) => error.message.startsWith(beginning));
}

/** True when the database gave no answer: it cannot be reached, hangs, or has given our work to another server. */
export function isDatabaseSilent(error: unknown): boolean {
  return isDatabaseLost(error) || error instanceof TooLateError || error instanceof CutOffError;
}

/** The code that an error of Node or PostgreSQL carries; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
