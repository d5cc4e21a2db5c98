import { useRef } from 'react';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { type AdministeredUser, useDeleteUser } from './admin-users.queries.ts';

type AdminDeleteUserProps = { user: AdministeredUser; onNotice: (notice: Toast) => void };

/** 'Elimina', which asks for a confirmation; afterwards the focus is on the next user. */
export function AdminDeleteUser({ user, onNotice }: AdminDeleteUserProps) {
  const button = useRef<HTMLButtonElement>(null);
  const deleteUser = useDeleteUser({
    onNotice,
    onDone: () => focusNextRow(button.current?.closest('tr') ?? null),
  });

  return (
    <ConfirmButton
      ref={button}
      label="Elimina"
      variant="danger"
      size="small"
      busy={deleteUser.isPending}
      question="Confermi eliminazione utente?"
      confirmLabel="Elimina"
      cancelLabel="Annulla"
      onConfirm={() => deleteUser.mutate(user.id)}
    >
      <UserText>{user.username}</UserText>
      <p className="small">
        I suoi dispositivi restano senza proprietario e le sue pianificazioni attive vengono annullate.
      </p>
    </ConfirmButton>
  );
}
