import type { Duty } from '@semaforo/contract/domain/duty';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { DUTY_OPTIONS } from './duty-options.ts';
import { useCreatePerson } from './people.queries.ts';

type NewPersonFormProps = {
  /** For an admin: of which Comune; undefined: of one's own. */
  comuneId: number | undefined;
  onNotice: (notice: Toast) => void;
};

/** Adds a person: a name, a first password and a duty. It is emptied once the person is there. */
export function NewPersonForm({ comuneId, onNotice }: NewPersonFormProps) {
  const create = useCreatePerson({ onNotice });
  const [added, setAdded] = useState(0);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const person = {
      username: String(typed.get('username')),
      password: String(typed.get('password')),
      duty: String(typed.get('duty')) as Duty,
      ...(comuneId !== undefined && { user_id: comuneId }),
    };
    if (!create.isPending) create.mutate(person, { onSuccess: () => setAdded(added + 1) });
  }

  return (
    <form key={added} className={fieldStyles.form} onSubmit={submit} aria-label="Nuova persona">
      <TextInput label="Nome per entrare" name="username" autoComplete="off" autoCapitalize="none" required />
      <PasswordInput label="Prima password" name="password" autoComplete="new-password" required />
      <Select label="Compito" name="duty" options={DUTY_OPTIONS} defaultValue="operate" />
      <Button type="submit" variant="outline" aria-disabled={create.isPending}>
        Aggiungi
      </Button>
    </form>
  );
}
