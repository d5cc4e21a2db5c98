import { ConfirmButton } from '../ui/confirm-button.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { type AdministeredUser, useResetSecondFactor } from './admin-users.queries.ts';

type ResetSecondFactorProps = { user: AdministeredUser; onNotice: (notice: Toast) => void };

/** 'Azzera secondo fattore', which asks for a confirmation: for a user who lost app and recovery codes. */
export function ResetSecondFactor({ user, onNotice }: ResetSecondFactorProps) {
  const reset = useResetSecondFactor({ onNotice });
  return (
    <ConfirmButton
      label="Azzera secondo fattore"
      variant="outline"
      busy={reset.isPending}
      question="Azzerare il secondo fattore?"
      confirmLabel="Azzera"
      cancelLabel="Annulla"
      onConfirm={() => reset.mutate(user.id)}
    >
      <UserText>{user.username}</UserText>
      <p className="small">Entrerà con la sola password, finché non lo attiva di nuovo.</p>
    </ConfirmButton>
  );
}
