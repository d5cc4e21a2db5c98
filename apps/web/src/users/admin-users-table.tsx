import { useState } from 'react';
import { type Column, type Sorting, sortedRows } from '../lists/columns.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { SortHeads } from '../lists/sort-heads.tsx';
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
const COLUMNS: Column<AdministeredUser>[] = [
  { title: 'Username', value: ({ username }) => username },
  { title: 'Ruolo', value: ({ role }) => role },
  { title: 'Azioni', isNumber: true },
];

/** The users, with a search by username and the actions on each. One password form is open at a time. */
export function AdminUsersTable({ users, selectedId, settingsOpen, onNotice, ...on }: AdminUsersTableProps) {
  const [query, setQuery] = useState('');
  const [resettingId, setResettingId] = useState<number | null>(null);
  const found = users?.filter(({ username }) => username.toLowerCase().includes(query.toLowerCase()));
  const [sorting, setSorting] = useState<Sorting>(null);
  const sorted = sortedRows(found ?? NO_USERS, COLUMNS, sorting);
  const { shown, hiddenCount, showMore } = useFirstRows(sorted);

  return (
    <Panel padded={false}>
      <ListTools file="utenti" rows={sorted} columns={COLUMNS} sorting={sorting} onSort={setSorting}>
        <SearchInput label="Cerca utente" placeholder="Cerca utente" value={query} onChange={setQuery} />
      </ListTools>
      <Table caption="Utenti" captionHidden stickyHead>
        <thead>
          <tr>
            <SortHeads columns={COLUMNS} sorting={sorting} onSort={setSorting} />
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
