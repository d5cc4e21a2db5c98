import { useForm } from 'react-hook-form';
import { failureReason } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { ToastText } from '../ui/toast.tsx';
import styles from './profile.module.css';
import { useChangePassword } from './users.queries.ts';

const TOGGLE = { showLabel: 'Mostra', hideLabel: 'Nascondi' };

/** The form to change one's own password. */
export function PasswordForm() {
  const { register, handleSubmit, reset } = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const change = useChangePassword();
  const submit = handleSubmit((passwords) => {
    if (!change.isPending) change.mutate(passwords, { onSuccess: () => reset() });
  });

  return (
    <form className={`${fieldStyles.form} ${styles.form}`} onSubmit={(event) => void submit(event)}>
      {change.isSuccess && (
        <Alert kind="success" closeLabel="Chiudi" onClose={() => change.reset()}>
          ✅ Password cambiata con successo!
        </Alert>
      )}
      {change.error && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={() => change.reset()}>
          <ToastText text="❌ Errore nel cambio password." reason={failureReason(change.error)} />
        </Alert>
      )}
      <PasswordInput
        label="Password attuale"
        autoComplete="current-password"
        {...TOGGLE}
        {...register('currentPassword')}
        required
      />
      <PasswordInput
        label="Nuova password"
        autoComplete="new-password"
        {...TOGGLE}
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
