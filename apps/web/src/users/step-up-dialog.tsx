import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { PasswordInput } from '../ui/password-input.tsx';
import { askForPasskey, canUsePasskeys } from './passkeys/browser-passkeys.ts';

/** Six digits are a code of the app; no password is that short. */
const CODE = /^\d{6}$/;

/** Asks who it is, where a call needs a fresh proof; the call then goes on. */
export function StepUpDialog({ settle }: { settle: (isProved: boolean) => void }) {
  const form = useId();
  const proving = useMutation({
    mutationFn: async (typed: string | null) => {
      if (typed === null) return callRoute('proveAgain', { body: { passkey: await askForPasskey() } });
      return callRoute('proveAgain', { body: CODE.test(typed) ? { code: typed } : { password: typed } });
    },
    onSuccess: () => settle(true),
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!proving.isPending) proving.mutate(String(new FormData(event.currentTarget).get('proof')));
  }
  return (
    <Dialog
      title="Conferma chi sei"
      onCancel={() => settle(false)}
      actions={
        <>
          {canUsePasskeys() && (
            <Button
              variant="outline"
              aria-disabled={proving.isPending}
              onClick={() => !proving.isPending && proving.mutate(null)}
            >
              Usa la passkey
            </Button>
          )}
          <Button variant="outline" onClick={() => settle(false)}>
            Annulla
          </Button>
          <Button type="submit" form={form} aria-disabled={proving.isPending}>
            Conferma
          </Button>
        </>
      }
    >
      <form id={form} className={fieldStyles.form} onSubmit={submit}>
        <p>
          Per cambiare accessi e persone serve una prova degli ultimi 10 minuti. Senza password, esci e
          rientra.
        </p>
        <PasswordInput
          label="Password, o codice dell’app"
          name="proof"
          autoComplete="current-password"
          error={proving.error ? serverSentence(proving.error, 'Errore di conferma') : undefined}
          required
        />
      </form>
    </Dialog>
  );
}
