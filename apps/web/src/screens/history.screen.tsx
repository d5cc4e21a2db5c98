import { HistoryView } from '../commands/history-view.tsx';

/** The commands sent, and what became of them. */
export function HistoryScreen() {
  return <HistoryView title="Storico Comandi" />;
}
