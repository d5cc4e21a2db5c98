import type { LinkedChat } from '@semaforo/contract/api/bot';
import { useRef } from 'react';
import { formatDateTime } from '../platform/date-format.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Table } from '../ui/table.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { type useLinkedChats, useUnlinkChat } from './linked-chats.queries.ts';

type LinkedChatsListProps = {
  chats: ReturnType<typeof useLinkedChats>;
  onNotice: (notice: Toast) => void;
};

/** The user's linked chats, each with a button that unlinks it. */
export function LinkedChatsList({ chats, onNotice }: LinkedChatsListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={layoutStyles.stack}>
      <h2 ref={heading} tabIndex={-1}>
        Chat collegate
      </h2>
      {chats.isPending && <Loading label="Caricamento chat collegate" blocks={1} />}
      {chats.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento chat collegate"
          retryLabel="Riprova"
          onRetry={() => void chats.refetch()}
        />
      )}
      {chats.data?.length === 0 && <EmptyText>Nessuna chat collegata.</EmptyText>}
      {chats.data !== undefined && chats.data.length > 0 && (
        <ChatTable chats={chats.data} onNotice={onNotice} onUnlinked={() => heading.current?.focus()} />
      )}
    </div>
  );
}

function ChatTable(props: {
  chats: readonly LinkedChat[];
  onNotice: (notice: Toast) => void;
  onUnlinked: () => void;
}) {
  return (
    <Table caption="Chat collegate" captionHidden tight>
      <thead>
        <tr>
          <th scope="col">Chat</th>
          <th scope="col">Collegata il</th>
          <th scope="col" data-cell="number">
            Azione
          </th>
        </tr>
      </thead>
      <tbody>
        {props.chats.map((chat) => (
          <tr key={chat.id}>
            <td>
              <UserText>{chat.title}</UserText>
            </td>
            <td>{formatDateTime(chat.linked_at)}</td>
            <td data-cell="number">
              <UnlinkChat chat={chat} onNotice={props.onNotice} onDone={props.onUnlinked} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type UnlinkChatProps = { chat: LinkedChat; onNotice: (notice: Toast) => void; onDone: () => void };

/** The button 'Scollega', with a dialog to confirm. */
function UnlinkChat({ chat, ...callbacks }: UnlinkChatProps) {
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
