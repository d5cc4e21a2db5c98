import type { Group } from '@semaforo/contract/api/groups';
import { useState } from 'react';
import { serverSentence } from '../api/failures.ts';
import { type Sorting, sortedRows } from '../lists/columns.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import { GroupForm } from './group-form.tsx';
import styles from './groups.module.css';
import { useDeleteGroup, useGroups } from './groups.queries.ts';
import { describeMembers, findGroups, type GroupDialogProps, groupColumns } from './members.ts';

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 8;

/** The groups, to make, change and delete them. */
export function GroupsDialog(props: GroupDialogProps) {
  const { start, candidates, comuni, onSaved, onClose } = props;
  const groups = useGroups();
  const [edited, setEdited] = useState<Group | 'new' | null>(start === 'new' ? 'new' : null);
  const deletion = useDeleteGroup();
  const [text, setText] = useState('');
  const [sorting, setSorting] = useState<Sorting>(null);
  const columns = groupColumns(comuni !== null);
  const shown = sortedRows(findGroups(groups, text), columns, sorting);

  function leaveForm() {
    if (start === 'new') onClose();
    else setEdited(null);
  }

  if (edited !== null) {
    return (
      <GroupForm
        {...props}
        key={edited === 'new' ? 'new' : edited.id}
        group={edited === 'new' ? null : edited}
        onSaved={(group) => {
          if (edited === 'new') onSaved(group);
          leaveForm();
        }}
        onClose={leaveForm}
      />
    );
  }
  return (
    <Dialog
      title="Gruppi"
      wide
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={() => setEdited('new')}>
            Nuovo gruppo…
          </Button>
          <Button onClick={onClose}>Chiudi</Button>
        </>
      }
    >
      {deletion.error && (
        <Alert kind="danger" closeLabel="Chiudi l’avviso" onClose={() => deletion.reset()}>
          {serverSentence(deletion.error, 'Il gruppo non è stato eliminato')}
        </Alert>
      )}
      {groups.length === 0 && <EmptyText>Nessun gruppo.</EmptyText>}
      {groups.length >= SEARCHED_FROM && (
        <ListTools
          file="gruppi"
          rows={shown}
          columns={columns}
          sorting={sorting}
          onSort={setSorting}
          headless
        >
          <SearchInput label="Cerca gruppo" placeholder="Nome o Comune" value={text} onChange={setText} />
        </ListTools>
      )}
      {groups.length > 0 && shown.length === 0 && <EmptyText>Nessun gruppo trovato.</EmptyText>}
      <ul className={styles.list}>
        {shown.map((group) => (
          <li key={group.id}>
            <span className={styles.entry}>
              <b>
                <UserText>{group.name}</UserText>
              </b>
              <span className="small muted">
                {comuni !== null && `${group.username}: `}
                {describeMembers(group, candidates)}
              </span>
            </span>
            <span className={styles.actions}>
              <Button
                size="small"
                variant="outline"
                aria-label={`Modifica ${group.name}`}
                onClick={() => setEdited(group)}
              >
                Modifica
              </Button>
              <ConfirmButton
                size="small"
                variant="danger"
                aria-label={`Elimina ${group.name}`}
                label="Elimina"
                busy={deletion.isPending}
                question={`Eliminare il gruppo «${group.name}»?`}
                confirmLabel="Elimina"
                cancelLabel="Annulla"
                onConfirm={() => deletion.mutate(group.id)}
              >
                <p>I suoi dispositivi restano come sono.</p>
              </ConfirmButton>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
