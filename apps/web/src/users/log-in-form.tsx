import type { SubmitEvent } from 'react';
import { useEndedSession } from '../api/session-end.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useLogIn } from './users.queries.ts';

/**
 * Username and password. When they are accepted the token is stored, and `onLoggedIn` is called with the path of the
 * screen to show: the one on which the last session ended, else the dashboard.
 */
export function LogInForm({ onLoggedIn }: { onLoggedIn: (path: string) => void }) {
  const logIn = useLogIn();
  const path = useEndedSession()?.path ?? '/dashboard';

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const credentials = { username: String(typed.get('username')), password: String(typed.get('password')) };
    if (!logIn.isPending) logIn.mutate(credentials, { onSuccess: () => onLoggedIn(path) });
  }

  return (
    <form className={fieldStyles.form} onSubmit={submit}>
      {logIn.error && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={() => logIn.reset()}>
          {logInErrorText(logIn.error)}
        </Alert>
      )}
      <TextInput label="Username" autoComplete="username" autoCapitalize="none" name="username" required />
      <PasswordInput label="Password" autoComplete="current-password" name="password" required />
      <Button type="submit" size="block" aria-disabled={logIn.isPending}>
        Accedi
      </Button>
    </form>
  );
}

/**
 * The sentence for a failed log-in (docs/rules.md#failure-sentences): the server's message, its error, the network's,
 * or 'Errore di autenticazione'.
 */
export function logInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Errore di autenticazione';
}
