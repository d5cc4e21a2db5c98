import type { Person } from '@semaforo/contract/api/people';
import type { Duty } from '@semaforo/contract/domain/duty';
import { type SubmitEvent, useState } from 'react';
import { Age } from '../../platform/age.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Select } from '../../ui/select.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from '../sessions.module.css';
import { DUTY_OPTIONS } from './duty-options.ts';
import { useDeletePerson, useUpdatePerson } from './people.queries.ts';

type PersonRowProps = {
  person: Person;
  /** True of the person who looks at the page: their own access is another's to change. */
  isOneself: boolean;
  onNotice: (notice: Toast) => void;
  onDone: () => void;
};

/** One person: the name, the duty, when they were last here, and what can be done. */
export function PersonRow({ person, isOneself, onNotice, onDone }: PersonRowProps) {
  const update = useUpdatePerson({ onNotice });
  const remove = useDeletePerson({ onNotice, onDone });
  const [isRenewing, setIsRenewing] = useState(false);
  const { id, username, duty, last_seen: lastSeen, second_factor: hasFactor } = person;

  function renew(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (!update.isPending) update.mutate({ id, password }, { onSuccess: () => setIsRenewing(false) });
  }

  return (
    <li>
      <Icon name="user" />
      <div className={styles.words}>
        <strong>
          <UserText>{username}</UserText>
        </strong>
        {isOneself && ' (tu)'}
        <p className="muted">
          {lastSeen === null ? (
            'mai entrata'
          ) : (
            <>
              qui <Age since={lastSeen} />
            </>
          )}
          {hasFactor ? ' · con secondo fattore' : ' · senza secondo fattore'}
        </p>
      </div>
      <Select
        label={`Compito di ${username}`}
        options={DUTY_OPTIONS}
        value={duty}
        disabled={isOneself || update.isPending}
        onChange={({ target }) => update.mutate({ id, duty: target.value as Duty })}
      />
      {!isOneself && (
        <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
          {person.oidc_subject === null && (
            <Button
              variant="outline"
              aria-label={`Nuova password di ${username}`}
              aria-expanded={isRenewing}
              onClick={() => setIsRenewing(!isRenewing)}
            >
              Nuova password
            </Button>
          )}
          <ConfirmButton
            label="Togli"
            variant="danger"
            aria-label={`Togli ${username}`}
            busy={remove.isPending}
            question="Togliere questa persona?"
            confirmLabel="Togli"
            cancelLabel="Annulla"
            onConfirm={() => remove.mutate(id)}
          >
            <UserText>{username}</UserText>
            <p className="small">
              Finiscono subito sessioni, notifiche e chat sue. Ciò che ha fatto resta nello storico con il suo
              nome.
            </p>
          </ConfirmButton>
        </div>
      )}
      {isRenewing && (
        <form className={fieldStyles.form} aria-label={`Nuova password di ${username}`} onSubmit={renew}>
          <PasswordInput label="Nuova password" name="password" autoComplete="new-password" required />
          <Button type="submit" aria-disabled={update.isPending}>
            Salva
          </Button>
        </form>
      )}
    </li>
  );
}
