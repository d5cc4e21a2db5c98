import { LINK_CODE_HOLDS_MS } from '@semaforo/contract/domain/link-code';
import { useState } from 'react';
import { useTimeLeft } from '../platform/time-left.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { BotPill, useBotStatus } from './bot-status.tsx';
import { useCreateLinkCode, useLinkedChats } from './linked-chats.queries.ts';
import { LinkedChatsList } from './linked-chats-list.tsx';
import styles from './telegram-panel.module.css';

/** Where users link Telegram chats to themselves and unlink them. */
export function TelegramPanel() {
  const { shown, notify, close } = useToast();
  const running = useBotStatus();
  const creation = useCreateLinkCode(notify);
  // The chats that were linked before the code; undefined until the chats are first read.
  const [knownIds, setKnownIds] = useState<readonly number[]>();
  const code = creation.data;
  const chats = useLinkedChats(code !== undefined);
  const ids = chats.data?.map(({ id }) => id);
  if (knownIds === undefined && ids !== undefined) setKnownIds(ids);
  const newChat = code && knownIds && chats.data?.find(({ id }) => !knownIds.includes(id));

  function createCode() {
    if (creation.isPending) return;
    setKnownIds(ids);
    creation.mutate();
  }

  return (
    <div className={`${layoutStyles.stack} ${styles.telegram}`}>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <p className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        Stato del bot: <BotPill />
      </p>
      {running === false && (
        <p className="muted">
          Finché il bot non è attivo nessun avviso parte e nessuna chat si può collegare.
        </p>
      )}
      <p>
        Una chat collegata riceve gli avvisi dei tuoi dispositivi: errori, comandi non confermati,
        pianificazioni mancate, broker non raggiungibile. Dal bot non si comanda nulla.
      </p>
      <div>
        <Button aria-disabled={creation.isPending} onClick={createCode}>
          Genera codice
        </Button>
      </div>
      <div role="status">
        {newChat && <p className={styles.linked}>✅ Chat collegata: {newChat.title}</p>}
        {code && !newChat && <LinkCode key={code.code} code={code.code} expiresAt={code.expires_at} />}
      </div>
      <LinkedChatsList chats={chats} onNotice={notify} />
    </div>
  );
}

/** A one-time code, how to use it and how long it still works; later, that it has expired. */
function LinkCode({ code, expiresAt }: { code: string; expiresAt: string }) {
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
