import { zodResolver } from '@hookform/resolvers/zod';
import { type Role, userRoutes } from '@semaforo/contract/api/users';
import { useForm } from 'react-hook-form';
import { refusalOf } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Panel } from '../ui/panel.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Toast } from '../ui/toast.tsx';
import { useCreateUser } from './admin-users.queries.ts';

const ROLE_OPTIONS: { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
];

const EMPTY: { username: string; password: string; role: Role } = {
  username: '',
  password: '',
  role: 'user',
};

/** 'Crea Nuovo Utente'; emptied when the user exists. */
export function AdminCreateUserForm({ onNotice }: { onNotice: (notice: Toast) => void }) {
  const { register, handleSubmit, reset } = useForm({
    defaultValues: EMPTY,
    resolver: zodResolver(userRoutes.createUser.body),
  });
  const createUser = useCreateUser({ onNotice });
  const submit = handleSubmit(
    (user) => {
      if (!createUser.isPending) createUser.mutate(user, { onSuccess: () => reset() });
    },
    (errors) => createUser.noteFailure(refusalOf(errors)),
  );

  return (
    <Panel label="Crea Nuovo Utente">
      <form className={fieldStyles.form} onSubmit={(event) => void submit(event)}>
        <h2>Crea Nuovo Utente</h2>
        <TextInput
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          {...register('username')}
          required
        />
        <PasswordInput label="Password" autoComplete="new-password" {...register('password')} required />
        <Select label="Ruolo" options={ROLE_OPTIONS} {...register('role')} required />
        <Button type="submit" size="block" aria-disabled={createUser.isPending}>
          Crea Utente
        </Button>
      </form>
    </Panel>
  );
}
