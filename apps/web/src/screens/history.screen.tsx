import { HistoryView } from '../commands/history-view.tsx';

/** The commands sent and their outcomes. */
export function HistoryScreen() {
  return <HistoryView title="Storico Comandi" />;
}
