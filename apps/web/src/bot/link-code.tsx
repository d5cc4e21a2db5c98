import { LINK_CODE_HOLDS_MS } from '@semaforo/contract/domain/link-code';
import { useTimeLeft } from '../platform/time-left.ts';
import layoutStyles from '../ui/layout.module.css';
import styles from './telegram-panel.module.css';

/** A one-time code, how to use it and how long it still works; later, that it has expired. */
export function LinkCode({ code, expiresAt }: { code: string; expiresAt: string }) {
  const until = Date.parse(expiresAt);
  const left = useTimeLeft(until, LINK_CODE_HOLDS_MS);
  if (left === null) return <p>Il codice è scaduto: generane un altro.</p>;
  return (
    <div className={`${layoutStyles.stack} ${styles.code}`}>
      <p>Su Telegram apri la chat con il bot, o un gruppo in cui c’è il bot, e scrivi:</p>
      <p>
        <code>/collega {code}</code>
      </p>
      <p className="muted small">
        Vale una volta sola
        {/* Hidden from screen readers, which would read it every second. */}
        <span aria-hidden="true">, ancora per {left}</span>
        <span className="sr">, per dieci minuti</span>. Non darlo a nessuno: chi lo usa riceve i tuoi avvisi.
      </p>
    </div>
  );
}
