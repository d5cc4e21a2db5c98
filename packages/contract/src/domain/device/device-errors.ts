import { counted } from '../italian.ts';

export const OFFLINE = 'Dispositivo non in linea';
export const NOT_HANDLED = 'Un messaggio del dispositivo non è stato elaborato';
/** The embedded broker cut it off (docs/rules.md#said-now). */
export const RATE_EXCEEDED = 'Parla troppo: il broker lo ha scollegato';

const SILENT = 'Dispositivo silenzioso da';

/** 'Dispositivo silenzioso da 15 minuti'. */
export function silentFor(silenceMs: number): string {
  const minutes = Math.round(silenceMs / 60_000);
  return `${SILENT} ${counted(minutes, ['minuto', 'minuti'])}`;
}

/** True for the error of a device that said nothing for too long. */
export function isOfSilence(reason: string | null): boolean {
  return reason?.startsWith(SILENT) === true;
}

/** True for the error of a command that failed: all others are of the device itself. */
export function isOfCommand({ error, errorReason }: { error: boolean; errorReason: string | null }): boolean {
  if (!error || errorReason === null || isOfSilence(errorReason)) return false;
  return errorReason !== OFFLINE && errorReason !== NOT_HANDLED && errorReason !== RATE_EXCEEDED;
}
