import { formatSeconds } from '../italian.ts';
import { type Lamps, severalLitReason, shownBy } from '../lamps.ts';
import type { Delivery } from './delivery.ts';

// Why a delivery ended, as people read it on the page and in the history.
export const SUPERSEDED = 'Superato da un comando più recente';
export const DEVICE_CHANGED = 'Il dispositivo è stato cambiato o eliminato';
export const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';
export const TEST_INTERRUPTED = 'Prova interrotta dal riavvio del server';
export const TAKEN_OVER = 'Lo porta avanti un altro server: guarda le lampade';
export const BROKER_UNREACHABLE = 'Broker non raggiungibile';
export const NOT_SENT_IN_TIME = 'Comando non inviato in tempo';
export const REJECTED = 'Il broker ha rifiutato il comando';
export const NOT_CONNECTED = 'Il dispositivo non è collegato al broker';
export const DEVICE_NOT_REPORTING = 'Il dispositivo non si è fatto sentire';
export const stoppedBy = (username: string) => `Invio fermato da ${username}`;

/** Why a delivery was not confirmed within the window: what the device says that it shows instead, or its silence. */
export function notConfirmedReason(
  { plan, handedOverAt }: Delivery,
  { lamps, confirmMs }: { lamps: Lamps; confirmMs: number },
): string {
  const silent = `Comando non confermato entro ${formatSeconds(confirmMs)}`;
  const hasSpokenSince = Object.values(lamps).some(
    ({ reportedAt, reportedIn }) =>
      handedOverAt !== null && reportedIn !== null && reportedAt !== null && reportedAt >= handedOverAt,
  );
  if (!hasSpokenSince) return silent;
  const shown = shownBy(lamps);
  return (
    severalLitReason(lamps) ?? (shown === plan.value ? silent : `Mostra ${shown} invece di ${plan.value}`)
  );
}
