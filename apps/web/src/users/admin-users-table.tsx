import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { PaddedPart, Panel } from '../ui/panel.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Table } from '../ui/table.tsx';
import type { Toast } from '../ui/toast.tsx';
import { useFirstRows } from '../ui/use-first-rows.ts';
import { AdminUserRow } from './admin-user-row.tsx';
import type { AdministeredUser } from './admin-users.queries.ts';

type AdminUsersTableProps = {
  /** Undefined when they could not be read: then nothing is said of how many there are. */
  users: readonly AdministeredUser[] | undefined;
  selectedId: number | null;
  settingsOpen: boolean;
  onSelect: (id: number) => void;
  onSettings: (id: number) => void;
  onNotice: (notice: Toast) => void;
};

const NO_USERS: never[] = [];

/** The users, with a search by username and the actions on each. One password form is open at a time. */
export function AdminUsersTable({ users, selectedId, settingsOpen, onNotice, ...on }: AdminUsersTableProps) {
  const [query, setQuery] = useState('');
  const [resettingId, setResettingId] = useState<number | null>(null);
  const found = users?.filter(({ username }) => username.toLowerCase().includes(query.toLowerCase()));
  const { shown, hiddenCount, showMore } = useFirstRows(found ?? NO_USERS);

  return (
    <Panel padded={false}>
      <PaddedPart>
        <SearchInput label="Cerca utente" placeholder="Cerca utente" value={query} onChange={setQuery} />
      </PaddedPart>
      <Table caption="Utenti" captionHidden>
        <thead>
          <tr>
            <th scope="col">Username</th>
            <th scope="col">Ruolo</th>
            <th scope="col" data-cell="number">
              Azioni
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <AdminUserRow
              key={user.id}
              user={user}
              selected={user.id === selectedId}
              settingsOpen={settingsOpen && user.id === selectedId}
              resetting={user.id === resettingId}
              onSelect={() => on.onSelect(user.id)}
              onSettings={() => on.onSettings(user.id)}
              onResetting={(open) => setResettingId(open ? user.id : null)}
              onNotice={onNotice}
            />
          ))}
        </tbody>
      </Table>
      {found?.length === 0 && <EmptyText>Nessun utente trovato.</EmptyText>}
      {hiddenCount > 0 && (
        <PaddedPart>
          <Button variant="link" onClick={showMore}>
            Mostra altri utenti ({hiddenCount})
          </Button>
        </PaddedPart>
      )}
    </Panel>
  );
}
