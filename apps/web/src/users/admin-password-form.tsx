import { useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { type AdministeredUser, useResetPassword } from './admin-users.queries.ts';

type AdminPasswordFormProps = {
  user: AdministeredUser;
  onNotice: (notice: Toast) => void;
  onClose: () => void;
};

const TOGGLE = { showLabel: 'Mostra', hideLabel: 'Nascondi', autoComplete: 'new-password' };

/** A new password for a user, typed twice. The form closes when the server has accepted it. */
export function AdminPasswordForm({ user, onNotice, onClose }: AdminPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '', repeated: '' } });
  const reset = useResetPassword({ onNotice });
  const submit = handleSubmit(({ password }) => {
    if (!reset.isPending) reset.mutate({ id: user.id, password }, { onSuccess: onClose });
  });
  const repeated = register('repeated', {
    validate: (text, { password }) => text === password || 'Le password non coincidono',
  });

  return (
    <form
      className={fieldStyles.form}
      aria-label={`Cambia Password di ${user.username}`}
      onSubmit={(event) => void submit(event)}
    >
      <PasswordInput label="Nuova password" {...TOGGLE} {...register('password')} required />
      <PasswordInput
        label="Conferma password"
        {...TOGGLE}
        {...repeated}
        required
        error={formState.errors.repeated?.message}
      />
      <div className={layoutStyles.row}>
        <Button type="submit" aria-disabled={reset.isPending}>
          Salva
        </Button>
        <Button variant="outline" onClick={onClose}>
          Annulla
        </Button>
      </div>
    </form>
  );
}
