import { ApiError } from '@semaforo/client/failures';
import { type SubmitEvent, useState } from 'react';
import { useEndedSession } from '../api/session-end.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { LogInCode } from './log-in-code.tsx';
import { type Credentials, useLogIn } from './users.queries.ts';

/**
 * Username and password, then the code of a user with a second factor. When they are accepted the token is stored, and
 * `onLoggedIn` is called with the path of the screen to show: the one on which the last session ended, else the
 * dashboard. `isSecond`: another way to log in stands above it.
 */
export function LogInForm(props: { onLoggedIn: (path: string) => void; isSecond?: boolean }) {
  const { onLoggedIn, isSecond = false } = props;
  const logIn = useLogIn();
  const path = useEndedSession()?.path ?? '/dashboard';
  // The password waits here for the code, no longer than this form is shown.
  const [accepted, setAccepted] = useState<Credentials>();

  function send(credentials: Credentials) {
    if (logIn.isPending) return;
    logIn.mutate(credentials, {
      onSuccess: () => onLoggedIn(path),
      onError: (error) => {
        if (!isCodeMissing(error)) return;
        setAccepted(credentials);
        logIn.reset();
      },
    });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    send({ username: String(typed.get('username')), password: String(typed.get('password')) });
  }

  const failure = logIn.error && !isCodeMissing(logIn.error) && (
    <Alert kind="danger" closeLabel="Chiudi" onClose={() => logIn.reset()}>
      {logInErrorText(logIn.error)}
    </Alert>
  );

  if (accepted) {
    return (
      <LogInCode
        username={accepted.username}
        failure={failure}
        busy={logIn.isPending}
        onCode={(code) => send({ ...accepted, code })}
        onBack={() => {
          setAccepted(undefined);
          logIn.reset();
        }}
      />
    );
  }
  return (
    <form className={fieldStyles.form} onSubmit={submit}>
      {failure}
      <TextInput label="Username" autoComplete="username" autoCapitalize="none" name="username" required />
      <PasswordInput label="Password" autoComplete="current-password" name="password" required />
      <Button
        type="submit"
        size="block"
        variant={isSecond ? 'outline' : 'solid'}
        aria-disabled={logIn.isPending}
      >
        Accedi
      </Button>
    </form>
  );
}

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second-factor-required';
}

/**
 * The sentence for a failed log-in (docs/rules.md#failure-sentences): the server's message, its error, the network's,
 * or 'Errore di autenticazione'.
 */
export function logInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Errore di autenticazione';
}
