import { KEY_SCOPES, type KeyScope } from '@semaforo/contract/domain/key-scope';
import { type SubmitEvent, useId, useState } from 'react';
import { serverNow } from '../../platform/server-clock.ts';
import { toggled } from '../../platform/toggled.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import styles from './api-keys.module.css';
import { useCreateApiKey } from './api-keys.queries.ts';

/** Whose devices a key may be for, and a group of theirs. */
export type Comune = { id: number; username: string };
export type Group = { id: number; name: string; userId: number };

const DAY_MS = 24 * 60 * 60_000;
const LASTS = [
  { value: '90', label: 'Tre mesi' },
  { value: '365', label: 'Un anno' },
  { value: '', label: 'Finché non la revochi' },
];
const MEANS: Record<KeyScope, string> = {
  read: 'Leggere: ciò che i segnali mostrano, allerte, storico',
  propose: 'Proporre: una persona conferma',
  command: 'Comandare: con le stesse regole di una persona',
};

type NewApiKeyProps = { comuni: readonly Comune[]; groups: readonly Group[]; onClose: () => void };

/** Asks for what a key may and for whom; the key is then shown once. */
export function NewApiKey({ comuni, groups, onClose }: NewApiKeyProps) {
  const { shown, notify, close } = useToast();
  const create = useCreateApiKey({ onNotice: notify });
  const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set(['read']));
  const [comuneId, setComuneId] = useState(comuni[0]?.id ?? 0);
  const form = useId();
  if (create.data) {
    return (
      <ShownOnce
        title="Chiave creata"
        what="la chiave"
        copied="Chiave copiata"
        label="Chiave"
        text={create.data.key}
        onClose={onClose}
      >
        Il programma la manda a ogni chiamata. <b>Si vede solo adesso</b>: chi la ha fa ciò che può la chiave.
      </ShownOnce>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const groupId = Number(typed.get('groupId') ?? '');
    const days = Number(typed.get('days') ?? '');
    if (scopes.size === 0) return notify({ kind: 'danger', text: 'Scegli almeno che cosa può fare' });
    if (create.isPending) return;
    create.mutate({
      ...{ name: String(typed.get('name')), user_id: comuneId },
      scopes: KEY_SCOPES.filter((scope) => scopes.has(scope)),
      ...(groupId > 0 && { group_id: groupId }),
      ...(days > 0 && { expires_at: new Date(serverNow() + days * DAY_MS).toISOString() }),
    });
  }

  const ofComune = groups.filter(({ userId }) => userId === comuneId);
  return (
    <Dialog
      title="Nuova chiave"
      wide
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form={form} aria-disabled={create.isPending}>
            Crea la chiave
          </Button>
        </>
      }
    >
      <form id={form} className={fieldStyles.form} onSubmit={submit}>
        <TextInput
          label="Nome del programma"
          name="name"
          placeholder="Sito del Comune"
          autoComplete="off"
          maxLength={60}
          required
        />
        <Select
          label="Comune"
          options={comuni.map(({ id, username }) => ({ value: String(id), label: username }))}
          value={String(comuneId)}
          onChange={({ target }) => setComuneId(Number(target.value))}
        />
        <Select
          // Another Comune has other groups.
          key={comuneId}
          label="Dispositivi"
          name="groupId"
          options={[
            { value: '', label: 'Tutti quelli del Comune' },
            ...ofComune.map(({ id, name }) => ({ value: String(id), label: `Solo il gruppo ${name}` })),
          ]}
        />
        <fieldset className={styles.choices}>
          <legend>
            <b>Che cosa può</b>
          </legend>
          {KEY_SCOPES.map((scope) => (
            <SelectBox
              key={scope}
              checked={scopes.has(scope)}
              onChange={() => setScopes(toggled(scopes, scope))}
            >
              {MEANS[scope]}
            </SelectBox>
          ))}
        </fieldset>
        <Select label="Vale" name="days" options={LASTS} defaultValue="365" />
      </form>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
    </Dialog>
  );
}
