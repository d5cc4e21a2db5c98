import { useLinkState } from '../live/link-state.ts';
import { useOnlyReads } from '../users/users.queries.ts';

/** Why a person who reads commands nothing. */
export const ONLY_READS = 'Il tuo compito è leggere: comanda chi nel tuo Comune comanda o dirige.';

const REASONS = {
  broker: 'I comandi tornano disponibili quando MQTT è connesso.',
  socket: 'I comandi tornano disponibili quando il collegamento riprende.',
};

/** Why nothing can be commanded now, as a sentence for the person; null when commands can be sent. */
export function useCommandBlock(): string | null {
  const link = useLinkState();
  if (useOnlyReads()) return ONLY_READS;
  return link.up ? null : REASONS[link.down];
}
