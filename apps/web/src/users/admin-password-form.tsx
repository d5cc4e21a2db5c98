import { zodResolver } from '@hookform/resolvers/zod';
import { userRoutes } from '@semaforo/contract/api/users';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refusalOf } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { type AdministeredUser, useResetPassword, useResetSecondFactor } from './admin-users.queries.ts';

type AdminPasswordFormProps = {
  user: AdministeredUser;
  onNotice: (notice: Toast) => void;
  onClose: () => void;
};

const typedTwice = z
  .object({ password: z.string(), repeated: z.string() })
  .refine(({ password, repeated }) => repeated === password, {
    path: ['repeated'],
    error: 'Le password non coincidono',
  })
  .transform(({ password }) => ({ password }))
  .pipe(userRoutes.resetPassword.body);

/** A new password for a user, typed twice, or no second factor. The form closes when the server took the password. */
export function AdminPasswordForm({ user, onNotice, onClose }: AdminPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { password: '', repeated: '' },
    resolver: zodResolver(typedTwice),
  });
  const reset = useResetPassword({ onNotice });
  const submit = handleSubmit(
    ({ password }) => {
      if (!reset.isPending) reset.mutate({ id: user.id, password }, { onSuccess: onClose });
    },
    (errors) => {
      if (!errors.repeated) reset.noteFailure(refusalOf(errors));
    },
  );

  return (
    <form
      className={fieldStyles.form}
      aria-label={`Cambia Password di ${user.username}`}
      onSubmit={(event) => void submit(event)}
    >
      <PasswordInput label="Nuova password" autoComplete="new-password" {...register('password')} required />
      <PasswordInput
        label="Conferma password"
        autoComplete="new-password"
        {...register('repeated')}
        required
        error={formState.errors.repeated?.message}
      />
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <Button type="submit" aria-disabled={reset.isPending}>
          Salva
        </Button>
        <Button variant="outline" onClick={onClose}>
          Annulla
        </Button>
        <ResetSecondFactor user={user} onNotice={onNotice} />
      </div>
    </form>
  );
}

type ResetSecondFactorProps = { user: AdministeredUser; onNotice: (notice: Toast) => void };

/** 'Azzera secondo fattore', which asks for a confirmation: for a user who lost app and recovery codes. */
function ResetSecondFactor({ user, onNotice }: ResetSecondFactorProps) {
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
