import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { focusNextRow } from '../ui/focus-next-row.ts';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { AdminPasswordForm } from './admin-password-form.tsx';
import { type AdministeredUser, useDeleteUser } from './admin-users.queries.ts';
import styles from './admin-users-table.module.css';

type AdminUserRowProps = {
  user: AdministeredUser;
  selected: boolean;
  settingsOpen: boolean;
  resetting: boolean;
  onSelect: () => void;
  onSettings: () => void;
  onResetting: (open: boolean) => void;
  onNotice: (notice: Toast) => void;
};

/** A user. The username selects the row; below it the form for a new password opens on request. */
export function AdminUserRow({
  user,
  selected,
  settingsOpen,
  resetting,
  onNotice,
  ...on
}: AdminUserRowProps) {
  const passwordButton = useRef<HTMLButtonElement>(null);
  function closePasswordForm() {
    on.onResetting(false);
    passwordButton.current?.focus();
  }

  return (
    <>
      <tr
        className={styles.row}
        data-row={selected ? 'selected' : undefined}
        aria-current={selected || undefined}
      >
        <td data-l="Username">
          <button type="button" className={styles.pick} aria-pressed={selected} onClick={on.onSelect}>
            <UserText>{user.username}</UserText>
          </button>
        </td>
        <td data-l="Ruolo">{user.role}</td>
        <td data-l="Azioni" data-cell="actions">
          <span>
            <Button
              ref={passwordButton}
              variant="outline"
              size="small"
              aria-expanded={resetting}
              onClick={() => on.onResetting(!resetting)}
            >
              Cambia Password
            </Button>
            <Button variant="outline" size="small" aria-expanded={settingsOpen} onClick={on.onSettings}>
              Impostazioni
            </Button>
            <AdminDeleteUser user={user} onNotice={onNotice} />
          </span>
        </td>
      </tr>
      {resetting && (
        <tr className={styles.form}>
          <td colSpan={3}>
            <AdminPasswordForm user={user} onNotice={onNotice} onClose={closePasswordForm} />
          </td>
        </tr>
      )}
    </>
  );
}

type AdminDeleteUserProps = { user: AdministeredUser; onNotice: (notice: Toast) => void };

/** 'Elimina', which asks for a confirmation; afterwards the focus is on the next user. */
function AdminDeleteUser({ user, onNotice }: AdminDeleteUserProps) {
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
