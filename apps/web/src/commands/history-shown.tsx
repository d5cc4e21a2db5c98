import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { Icon } from '../ui/icon.tsx';
import styles from './history.module.css';

type HistoryShownProps = { commanded: HistoryRecord['color']; shown: HistoryRecord['shown'] };

/**
 * What the device showed when its command had ended otherwise than confirmed: 'Mostra arancio', with a sign when that
 * is not what was commanded. Nothing when that is not known, or the command was confirmed.
 */
export function HistoryShown({ commanded, shown }: HistoryShownProps) {
  if (shown === null) return null;
  const words = `Mostra ${shown}`;
  if (shown === commanded) return words;
  return (
    <span className={styles.differs}>
      <Icon name="differs" small />
      {words}
    </span>
  );
}
