import type { Passkey } from '@semaforo/contract/api/passkeys';
import { type SubmitEvent, useRef, useState } from 'react';
import { Age } from '../../platform/age.tsx';
import { formatInstant } from '../../platform/date-format.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { FailedRead } from '../../ui/failed-read.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Loading } from '../../ui/loading.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type Toast, ToastAlert, useToast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { RecoveryCodes } from '../recovery-codes.tsx';
import styles from '../sessions.module.css';
import { canUsePasskeys } from './browser-passkeys.ts';
import { useAddPasskey, useDeletePasskey, usePasskeys } from './passkeys.queries.ts';

/** The user's passkeys: with one of them they get in without a password, by finger, face or PIN of their device. */
export function PasskeysPanel() {
  const { shown, notify, close } = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const passkeys = usePasskeys();
  return (
    <section className={layoutStyles.stack} aria-labelledby="passkeys">
      <h2 ref={heading} tabIndex={-1} id="passkeys">
        Passkey
      </h2>
      <p className="small muted">
        Si entra con il dito, il viso o il PIN del proprio telefono o computer, o con una chiave di sicurezza.
        Chi ne ha una non entra più con la sola password.
      </p>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {passkeys.isPending && <Loading label="Caricamento passkey" blocks={1} />}
      {passkeys.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento passkey"
          retryLabel="Riprova"
          onRetry={() => void passkeys.refetch()}
        />
      )}
      <ul className={styles.sessions} aria-labelledby="passkeys">
        {passkeys.data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onNotice={notify}
            // The button that was pressed goes away with its row.
            onDone={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {canUsePasskeys() ? (
        <NewPasskeyForm onNotice={notify} />
      ) : (
        <p>Da questo indirizzo non se ne aggiungono: servono HTTPS e un nome, non un numero.</p>
      )}
    </section>
  );
}

function PasskeyRow(props: { passkey: Passkey; onNotice: (notice: Toast) => void; onDone: () => void }) {
  const { id, name, created_at, last_used, synced } = props.passkey;
  const remove = useDeletePasskey(props);
  return (
    <li>
      <Icon name="shield" />
      <div className={styles.words}>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        <p className="muted">
          aggiunta {formatInstant(created_at, serverNow())} ·{' '}
          {last_used === null ? (
            'mai usata'
          ) : (
            <>
              usata <Age since={last_used} />
            </>
          )}
          {synced && ' · copiata sugli altri tuoi dispositivi'}
        </p>
      </div>
      <ConfirmButton
        label="Togli"
        variant="outline"
        aria-label={`Togli la passkey ${name}`}
        busy={remove.isPending}
        question="Togliere questa passkey?"
        confirmLabel="Togli"
        cancelLabel="Annulla"
        onConfirm={() => remove.mutate(id)}
      >
        <UserText>{name}</UserText>
        <p className="small">Non apre più la console. Cancellala anche dal dispositivo.</p>
      </ConfirmButton>
    </li>
  );
}

function NewPasskeyForm({ onNotice }: { onNotice: (notice: Toast) => void }) {
  const add = useAddPasskey({ onNotice });
  // Another made passkey gets an empty form.
  const [made, setMade] = useState(0);
  const codes = add.data?.recoveryCodes ?? [];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    if (!add.isPending) add.mutate(name, { onSuccess: () => setMade(made + 1) });
  }

  if (codes.length > 0) {
    const words = { what: 'La passkey è attiva', insteadOf: 'suo' };
    return <RecoveryCodes codes={codes} {...words} onKept={() => add.reset()} />;
  }
  return (
    <form key={made} className={fieldStyles.form} onSubmit={submit} aria-label="Nuova passkey">
      <p className="small">Dalle un nome per riconoscerla, per esempio «Telefono» o «Chiave in ufficio».</p>
      <TextInput label="Nome della passkey" name="name" autoComplete="off" maxLength={60} required />
      <Button type="submit" variant="outline" aria-disabled={add.isPending}>
        Aggiungi una passkey
      </Button>
    </form>
  );
}
