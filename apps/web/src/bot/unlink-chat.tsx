import type { LinkedChat } from '@semaforo/contract/api/bot';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { useUnlinkChat } from './linked-chats.queries.ts';

type UnlinkChatProps = { chat: LinkedChat; onNotice: (notice: Toast) => void; onDone: () => void };

/** The button 'Scollega', with a dialog to confirm. */
export function UnlinkChat({ chat, ...callbacks }: UnlinkChatProps) {
  const unlinking = useUnlinkChat(callbacks);

  return (
    <ConfirmButton
      label="Scollega"
      variant="danger"
      size="small"
      aria-label={`Scollega ${chat.title}`}
      busy={unlinking.isPending}
      question="Confermi scollegamento chat?"
      confirmLabel="Scollega"
      cancelLabel="Annulla"
      onConfirm={() => unlinking.mutate(chat.id)}
    >
      <UserText>{chat.title}</UserText>
      <p className="small">Non riceverà più avvisi finché non sarà collegata di nuovo con un codice.</p>
    </ConfirmButton>
  );
}
