import { routes } from '@semaforo/contract/api/routes';
import { useForm } from 'react-hook-form';
import { callRoute } from '../api/call.ts';
import { storeAccessToken } from '../api/session.ts';
import { useToldMutation } from '../api/use-told-mutation.ts';
import { Button } from '../ui/button.tsx';
import { NoticeAlert, useNotice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

type Passwords = { currentPassword: string; newPassword: string };

const EMPTY: Passwords = { currentPassword: '', newPassword: '' };
const TOGGLE = { showLabel: 'Mostra', hideLabel: 'Nascondi' };

/** One's own password; the session goes on with the new token. */
export function ProfilePanel() {
  const { register, handleSubmit, reset } = useForm({ defaultValues: EMPTY });
  const { shown, tell, close } = useNotice();
  const change = useToldMutation({
    act: (body: Passwords) => callRoute(routes.changePassword, { body }),
    onNotice: tell,
    success: '✅ Password cambiata con successo!',
    failure: '❌ Errore nel cambio password.',
    outdated: [],
    onDone: ({ accessToken }) => storeAccessToken(accessToken),
  });
  const submit = handleSubmit((passwords) => {
    if (!change.isPending) change.mutate(passwords, { onSuccess: () => reset() });
  });

  return (
    <>
      <NoticeAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <Panel label="Password">
        <form className="form" onSubmit={(event) => void submit(event)}>
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
      </Panel>
    </>
  );
}
