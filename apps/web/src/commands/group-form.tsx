import type { Group } from '@semaforo/contract/api/groups';
import { counted } from '@semaforo/contract/domain/italian';
import { type FormEvent, useId, useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select } from '../ui/select.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './groups.module.css';
import { useSaveGroup } from './groups.queries.ts';
import { findCandidates, type GroupDialogProps } from './members.ts';

/** More are found by the search. */
const LISTED_AT_MOST = 200;

type GroupFormProps = Pick<GroupDialogProps, 'candidates' | 'comuni' | 'ticked' | 'onSaved' | 'onClose'> & {
  /** The group to change; null makes a new one. */
  group: Group | null;
};

/** A group: its name and its devices. A new one begins with the devices that are ticked on the page. */
export function GroupForm({ group, candidates, comuni, ticked, onSaved, onClose }: GroupFormProps) {
  const formId = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(group?.deviceIds ?? ticked));
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [ownerId, setOwnerId] = useState(
    () => group?.userId ?? candidates.find(({ id }) => ticked.has(id))?.ownerId ?? comuni?.[0]?.id ?? null,
  );
  const saving = useSaveGroup();
  const inComune = comuni === null ? null : ownerId;
  const own = findCandidates(candidates, { ownerId: inComune, text: '' });
  const found = findCandidates(own, { ownerId: null, text });
  const deviceIds = own.flatMap(({ id }) => (chosen.has(id) ? [id] : []));

  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  function save(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || saving.isPending) return;
    const made = { name, deviceIds, ...(inComune !== null && { userId: inComune }) };
    saving.mutate({ ...made, ...(group && { id: group.id }) }, { onSuccess: onSaved });
  }

  return (
    <Dialog
      title={group ? 'Modifica il gruppo' : 'Nuovo gruppo'}
      wide
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form={formId} aria-disabled={saving.isPending}>
            Salva
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        {saving.error && (
          <Alert kind="danger" closeLabel="Chiudi l’avviso" onClose={() => saving.reset()}>
            {serverSentence(saving.error, 'Il gruppo non è stato salvato')}
          </Alert>
        )}
        {comuni !== null && group === null && (
          <Select
            label="Comune"
            options={comuni.map(({ id, username }) => ({ value: String(id), label: username }))}
            value={String(ownerId)}
            onChange={(event) => setOwnerId(Number(event.target.value))}
          />
        )}
        <TextInput
          label="Nome del gruppo"
          value={name}
          maxLength={60}
          required
          error={missing ? 'Il gruppo ha bisogno di un nome' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <SearchInput label="Cerca per nome o topic" value={text} onChange={setText} />
        <p className="small muted" role="status">
          {counted(deviceIds.length, ['dispositivo scelto', 'dispositivi scelti'])}
        </p>
        <ul className={styles.list} aria-label="Dispositivi del gruppo">
          {found.slice(0, LISTED_AT_MOST).map((device) => (
            <li key={device.id}>
              <SelectBox checked={chosen.has(device.id)} onChange={() => toggle(device.id)}>
                <UserText>{device.label}</UserText>
              </SelectBox>
              <span className="small muted">{device.type}</span>
            </li>
          ))}
        </ul>
        {found.length > LISTED_AT_MOST && (
          <p className="small muted">Sono elencati i primi {LISTED_AT_MOST}: cerca gli altri per nome.</p>
        )}
      </form>
    </Dialog>
  );
}
