import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { TextInput } from '../ui/text-input.tsx';

type LogInCodeProps = {
  username: string;
  failure: ReactNode;
  busy: boolean;
  onCode: (code: string) => void;
  /** Of a user who has a passkey. */
  onPasskey: (() => void) | undefined;
  onBack: () => void;
};

/** Each field has the focus when it appears: the same function, so that a later render does not move it. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** The second step of a log-in: the code of the app, or a recovery code. */
export function LogInCode({ username, failure, busy, onCode, onPasskey, onBack }: LogInCodeProps) {
  // Who has a passkey need not have the app.
  const [withRecoveryCode, setWithRecoveryCode] = useState(onPasskey !== undefined);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onCode(String(new FormData(event.currentTarget).get('code')));
  }

  return (
    <form className={fieldStyles.form} onSubmit={submit}>
      <h2>Secondo passo</h2>
      {failure}
      {onPasskey && (
        <>
          <p>
            Conferma con la passkey di <strong>{username}</strong>.
          </p>
          <Button size="block" onClick={onPasskey}>
            Usa la passkey
          </Button>
        </>
      )}
      <p>
        {withRecoveryCode
          ? 'Scrivi uno dei codici di riserva di '
          : 'Scrivi il codice di 6 cifre dell’app di autenticazione di '}
        <strong>{username}</strong>.
      </p>
      <TextInput
        ref={focus}
        key={String(withRecoveryCode)}
        label={withRecoveryCode ? 'Codice di riserva' : 'Codice'}
        name="code"
        inputMode={withRecoveryCode ? 'text' : 'numeric'}
        autoComplete={withRecoveryCode ? 'off' : 'one-time-code'}
        required
      />
      <Button type="submit" size="block" variant={onPasskey ? 'outline' : 'solid'} aria-disabled={busy}>
        Accedi
      </Button>
      <p>
        <Button variant="link" onClick={() => setWithRecoveryCode(!withRecoveryCode)}>
          {withRecoveryCode ? 'Usa il codice dell’app' : 'Usa un codice di riserva'}
        </Button>{' '}
        <Button variant="link" onClick={onBack}>
          Torna indietro
        </Button>
      </p>
    </form>
  );
}
