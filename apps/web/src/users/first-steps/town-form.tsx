import { zodResolver } from '@hookform/resolvers/zod';
import { userRoutes } from '@semaforo/contract/api/users';
import { COMUNE_NAME_MAX, COMUNE_NAME_SETTING } from '@semaforo/contract/domain/comune-name';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { callRoute } from '../../api/call.ts';
import { refusalOf } from '../../api/failures.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';

const town = userRoutes.createUser.body
  .pick({ username: true, password: true })
  .extend({ name: z.string().trim().max(COMUNE_NAME_MAX, `Al massimo ${COMUNE_NAME_MAX} caratteri`) });

/** The first Comune: what people call it, and what its first person logs in with. */
export function TownForm() {
  const { shown, notify, close } = useToast();
  const { register, handleSubmit } = useForm({
    defaultValues: { name: '', username: '', password: '' },
    resolver: zodResolver(town),
  });
  const create = useMutationWithNotice({
    mutationFn: async ({ name, ...user }: z.infer<typeof town>) => {
      const { id } = await callRoute('createUser', { body: user });
      if (name === '') return;
      await callRoute('saveUserSetting', { params: { id }, body: { [COMUNE_NAME_SETTING]: name } });
    },
    onNotice: notify,
    failureText: 'Errore creazione utente',
    preferServerText: true,
    invalidates: [queryKeys.users, queryKeys.firstSteps],
  });
  const submit = handleSubmit(
    (given) => {
      if (!create.isPending) create.mutate(given);
    },
    (errors) => create.noteFailure(refusalOf(errors)),
  );
  return (
    <form className={fieldStyles.form} onSubmit={(event) => void submit(event)}>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <TextInput label="Nome del Comune" placeholder="Comune di Valdombra" {...register('name')} />
      <div className={fieldStyles.pair}>
        <TextInput
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          {...register('username')}
          required
        />
        <PasswordInput label="Password" autoComplete="new-password" {...register('password')} required />
      </div>
      <div>
        <Button type="submit" aria-disabled={create.isPending}>
          Crea il Comune
        </Button>
      </div>
    </form>
  );
}
