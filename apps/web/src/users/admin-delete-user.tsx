import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { type AdministeredUser, useDeleteUser } from './admin-users.queries.ts';

type AdminDeleteUserProps = { user: AdministeredUser; onNotice: (notice: Toast) => void };

/** 'Elimina', which asks for a confirmation; afterwards the focus is on the next user. */
export function AdminDeleteUser({ user, onNotice }: AdminDeleteUserProps) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const deleteUser = useDeleteUser({
    onNotice,
    onDone: () => focusNextRow(button.current?.closest('tr') ?? null),
  });

  return (
    <>
      <Button
        ref={button}
        variant="danger"
        size="small"
        aria-disabled={deleteUser.isPending}
        onClick={() => setAsking(!deleteUser.isPending)}
      >
        Elimina
      </Button>
      {asking && (
        <ConfirmDialog
          question="Confermi eliminazione utente?"
          confirmLabel="Elimina"
          cancelLabel="Annulla"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            deleteUser.mutate(user.id);
          }}
        >
          <UserText>{user.username}</UserText>
          <p className="small">
            I suoi dispositivi restano senza proprietario e le sue pianificazioni attive vengono annullate.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
