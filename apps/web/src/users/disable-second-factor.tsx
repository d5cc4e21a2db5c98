import { type SubmitEvent, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useDisableSecondFactor } from './second-factor.queries.ts';

/** What is left of the recovery codes, and the form that turns the second factor off. */
export function DisableSecondFactor({ codesLeft }: { codesLeft: number }) {
  const [open, setOpen] = useState(false);
  const disabling = useDisableSecondFactor();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const proof = { password: String(typed.get('password')), code: String(typed.get('code')) };
    if (!disabling.isPending) disabling.mutate(proof);
  }

  return (
    <>
      <p>L’accesso chiede il codice dell’app. Codici di riserva rimasti: {codesLeft}.</p>
      {!open && (
        <div>
          <Button variant="danger" onClick={() => setOpen(true)}>
            Disattiva il secondo fattore
          </Button>
        </div>
      )}
      {open && (
        <form className={fieldStyles.form} onSubmit={submit}>
          {disabling.error && (
            <Alert kind="danger" closeLabel="Chiudi" onClose={() => disabling.reset()}>
              {serverSentence(disabling.error, 'Errore disattivazione secondo fattore')}
            </Alert>
          )}
          <PasswordInput label="Password attuale" name="password" autoComplete="current-password" required />
          <TextInput label="Codice" name="code" autoComplete="one-time-code" required />
          <div className={layoutStyles.row}>
            <Button type="submit" variant="danger" aria-disabled={disabling.isPending}>
              Disattiva
            </Button>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Annulla
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
