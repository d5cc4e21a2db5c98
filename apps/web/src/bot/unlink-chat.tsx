import type { LinkedChat } from '@semaforo/contract/api/bot';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { useUnlinkChat } from './linked-chats.queries.ts';

type UnlinkChatProps = { chat: LinkedChat; onNotice: (notice: Toast) => void; onDone: () => void };

/** The button 'Scollega', with a dialog to confirm. */
export function UnlinkChat({ chat, ...callbacks }: UnlinkChatProps) {
  const [asking, setAsking] = useState(false);
  const unlinking = useUnlinkChat(callbacks);

  return (
    <>
      <Button
        variant="danger"
        size="small"
        aria-label={`Scollega ${chat.title}`}
        aria-disabled={unlinking.isPending}
        onClick={() => setAsking(!unlinking.isPending)}
      >
        Scollega
      </Button>
      {asking && (
        <ConfirmDialog
          question="Confermi scollegamento chat?"
          confirmLabel="Scollega"
          cancelLabel="Annulla"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            unlinking.mutate(chat.id);
          }}
        >
          <UserText>{chat.title}</UserText>
          <p className="small">Non riceverà più avvisi finché non sarà collegata di nuovo con un codice.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
