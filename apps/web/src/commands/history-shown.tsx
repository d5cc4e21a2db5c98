import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { Icon } from '../ui/icon.tsx';
import styles from './history.module.css';
import { hasDiffered, shownInHistory } from './history-differing.ts';

/**
 * What the device showed when its command had ended otherwise than confirmed, every lit lamp by name: 'Mostra arancio',
 * with a sign when that is not what was commanded. Nothing when that is not known, or the command was confirmed.
 */
export function HistoryShown({ record }: { record: HistoryRecord }) {
  const shown = shownInHistory(record);
  if (shown === null) return null;
  const words = `Mostra ${shown}`;
  if (!hasDiffered(record)) return words;
  return (
    <span className={styles.differs}>
      <Icon name="unequal" small />
      {words}
    </span>
  );
}
