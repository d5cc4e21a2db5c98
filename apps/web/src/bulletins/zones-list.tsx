import { counted } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import { formatDay } from '../platform/date-format.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { PaddedPart, Panel } from '../ui/panel.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Table } from '../ui/table.tsx';
import { useZones } from './zones.queries.ts';

/** The warning zones that count, by a search: there are some two hundred. */
export function ZonesList() {
  const { data } = useZones();
  const [search, setSearch] = useState('');
  if (!data) return null;
  const sought = search.trim().toLowerCase();
  const shown = data.zones.filter(({ code, name, region }) =>
    `${code} ${name} ${region ?? ''}`.toLowerCase().includes(sought),
  );
  return (
    <Panel padded={false} label="Elenco delle zone">
      <PaddedPart>
        <SearchInput
          label="Cerca fra le zone"
          placeholder="codice, nome o regione"
          value={search}
          onChange={setSearch}
        />
      </PaddedPart>
      {shown.length === 0 || sought === '' ? (
        <EmptyText>
          {sought === '' ? `${counted(data.zones.length, ['zona', 'zone'])} in uso.` : 'Nessuna zona.'}
        </EmptyText>
      ) : (
        <Table caption="Zone di allerta">
          <thead>
            <tr>
              <th scope="col">Codice</th>
              <th scope="col">Nome</th>
              <th scope="col">Regione</th>
              <th scope="col">Vale</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ code, name, region, valid_from: from, valid_to: to }) => (
              <tr key={`${code} ${from}`}>
                <td>{code}</td>
                <td>{name}</td>
                <td>{region ?? '—'}</td>
                <td>{validity(from, to)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function validity(from: string | null, to: string | null): string {
  const begins = from === null ? 'sempre' : `dal ${formatDay(from)}`;
  return to === null ? begins : `${begins}, fino al giorno prima di ${formatDay(to)}`;
}
