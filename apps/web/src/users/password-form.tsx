import { zodResolver } from '@hookform/resolvers/zod';
import { userRoutes } from '@semaforo/contract/api/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureReason, refusalOf } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { ToastText } from '../ui/toast.tsx';
import styles from './profile.module.css';
import { useChangePassword } from './users.queries.ts';

/** The form to change one's own password. */
export function PasswordForm() {
  const { register, handleSubmit, reset } = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    resolver: zodResolver(userRoutes.changePassword.body),
  });
  const change = useChangePassword();
  const [refusal, setRefusal] = useState<Error>();
  const failure = refusal ?? change.error;
  const submit = handleSubmit(
    (passwords) => {
      if (change.isPending) return;
      setRefusal(undefined);
      change.mutate(passwords, { onSuccess: () => reset() });
    },
    (errors) => {
      change.reset();
      setRefusal(refusalOf(errors));
    },
  );

  function dismissFailure() {
    change.reset();
    setRefusal(undefined);
  }

  return (
    <form className={`${fieldStyles.form} ${styles.form}`} onSubmit={(event) => void submit(event)}>
      {change.isSuccess && (
        <Alert kind="success" closeLabel="Chiudi" onClose={() => change.reset()}>
          ✅ Password cambiata con successo!
        </Alert>
      )}
      {failure && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={dismissFailure}>
          <ToastText text="❌ Errore nel cambio password." reason={failureReason(failure)} />
        </Alert>
      )}
      <PasswordInput
        label="Password attuale"
        autoComplete="current-password"
        {...register('currentPassword')}
        required
      />
      <PasswordInput
        label="Nuova password"
        autoComplete="new-password"
        {...register('newPassword')}
        required
      />
      <div>
        <Button type="submit" aria-disabled={change.isPending}>
          Aggiorna
        </Button>
      </div>
    </form>
  );
}
