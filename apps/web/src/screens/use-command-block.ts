import { useLinkState } from '../live/link-state.ts';

const REASONS = {
  broker: 'I comandi tornano disponibili quando MQTT è connesso.',
  socket: 'I comandi tornano disponibili quando il collegamento riprende.',
};

/** Why nothing can be commanded now, as a sentence for the person; null when commands can be sent. */
export function useCommandBlock(): string | null {
  const link = useLinkState();
  return link.up ? null : REASONS[link.down];
}
