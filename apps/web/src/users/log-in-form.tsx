import { ApiError } from '@semaforo/client/failures';
import { type SubmitEvent, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { useEndedSession } from '../api/session-end.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { LogInCode } from './log-in-code.tsx';
import { canUsePasskeys } from './passkeys/browser-passkeys.ts';
import { usePasskeyLogIn } from './passkeys/passkeys.queries.ts';
import { type Credentials, useLogIn } from './users.queries.ts';

/**
 * Username and password, then the code or passkey of a user with a second factor; or a passkey alone. When they are
 * accepted the token is stored, and `onLoggedIn` is called with the path of the screen to show: the one on which the
 * last session ended, else the dashboard. `isSecond`: another way to log in stands above it.
 */
export function LogInForm(props: { onLoggedIn: (path: string) => void; isSecond?: boolean }) {
  const { onLoggedIn, isSecond = false } = props;
  const logIn = useLogIn();
  const byPasskey = usePasskeyLogIn();
  const path = useEndedSession()?.path ?? '/dashboard';
  // The password waits here for the code, no longer than this form is shown.
  const [accepted, setAccepted] = useState<{ credentials: Credentials; step: SecondStep }>();

  function send(credentials: Credentials) {
    if (logIn.isPending) return;
    logIn.mutate(credentials, {
      onSuccess: () => onLoggedIn(path),
      onError: (error) => {
        const step = secondStepOf(error);
        if (!step) return;
        setAccepted({ credentials, step });
        logIn.reset();
      },
    });
  }

  function answerByPasskey(username?: string) {
    if (byPasskey.isPending) return;
    logIn.reset();
    byPasskey.mutate(username, { onSuccess: () => onLoggedIn(path) });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    send({ username: String(typed.get('username')), password: String(typed.get('password')) });
  }

  const sentence =
    logIn.error && !secondStepOf(logIn.error)
      ? logInErrorText(logIn.error)
      : byPasskey.error &&
        serverSentence(byPasskey.error, 'Passkey non usata: riprova, o entra con la password');
  const clear = () => {
    logIn.reset();
    byPasskey.reset();
  };
  const failure = sentence && (
    <Alert kind="danger" closeLabel="Chiudi" onClose={clear}>
      {sentence}
    </Alert>
  );

  if (accepted) {
    return (
      <LogInCode
        username={accepted.credentials.username}
        failure={failure}
        busy={logIn.isPending}
        onCode={(code) => send({ ...accepted.credentials, code })}
        onPasskey={
          accepted.step === 'passkey-required' && canUsePasskeys()
            ? () => answerByPasskey(accepted.credentials.username)
            : undefined
        }
        onBack={() => {
          setAccepted(undefined);
          clear();
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
      {canUsePasskeys() && (
        <Button
          size="block"
          variant="outline"
          aria-disabled={byPasskey.isPending}
          onClick={() => answerByPasskey()}
        >
          Entra con una passkey
        </Button>
      )}
    </form>
  );
}

type SecondStep = 'second-factor-required' | 'passkey-required';

/** What the server wants beside the password, which it took; undefined of any other failure. */
function secondStepOf(error: unknown): SecondStep | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'second-factor-required' || code === 'passkey-required' ? code : undefined;
}

/**
 * The sentence for a failed log-in (docs/rules.md#failure-sentences): the server's message, its error, the network's,
 * or 'Errore di autenticazione'.
 */
export function logInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Errore di autenticazione';
}
