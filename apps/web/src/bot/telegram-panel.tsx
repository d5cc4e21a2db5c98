import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { BotPill, useBotStatus } from './bot-status.tsx';
import { LinkCode } from './link-code.tsx';
import { useCreateLinkCode, useLinkedChats } from './linked-chats.queries.ts';
import { LinkedChatsList } from './linked-chats-list.tsx';
import styles from './telegram-panel.module.css';

/** Where users link Telegram chats to themselves and unlink them. */
export function TelegramPanel() {
  const { shown, tell, close } = useToast();
  const running = useBotStatus();
  const creation = useCreateLinkCode(tell);
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
      <LinkedChatsList chats={chats} onNotice={tell} />
    </div>
  );
}
