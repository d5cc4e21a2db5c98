import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Column, type Sorting, sortedRows } from '../../lists/columns.ts';
import { ListTools } from '../../lists/list-tools.tsx';
import { SortHeads } from '../../lists/sort-heads.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyText } from '../../ui/empty-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PaddedPart, Panel } from '../../ui/panel.tsx';
import { ReadingAlert } from '../../ui/reading-alert.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { HiddenHeader, Table } from '../../ui/table.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { useFirstRows } from '../../ui/use-first-rows.ts';
import { SEARCH_ABOVE } from '../list/device-filter.ts';
import { formatType } from './device-form-fields.ts';
import { devicesMatching, managedDevicesQuery } from './managed-devices.queries.ts';
import { OwnedDeviceRow } from './owned-device-row.tsx';
import styles from './owned-devices-table.module.css';
import { NO_OWNER, type Owner } from './owner.ts';

const COLUMNS: Column<ManagedDevice>[] = [
  { title: 'Nome', value: ({ name }) => name },
  { title: 'Topic', value: ({ topic }) => topic },
  { title: 'Tipo', value: formatType },
  { title: 'Lat', value: ({ latitude }) => latitude, isNumber: true },
  { title: 'Lng', value: ({ longitude }) => longitude, isNumber: true },
];

type OwnedDevicesTableProps = {
  /** Null for the devices without owner. */
  owner: Owner | null;
  users: readonly Owner[];
  /** Further buttons of a device's row. */
  actionsOf: (device: ManagedDevice) => ReactNode;
  onNotice: (notice: Toast) => void;
};

/** 'Dispositivi di {user}': the devices of one owner, edited in place, one at a time. */
export function OwnedDevicesTable({ owner, ...rest }: OwnedDevicesTableProps) {
  const { data, isError, isPending, errorUpdatedAt } = useQuery(managedDevicesQuery);
  if (isPending) return <Loading label="Caricamento dispositivi" />;
  const owned = data?.filter((device) => device.userId === (owner?.id ?? null)) ?? [];
  return (
    <>
      <ReadingAlert
        failedAt={isError ? errorUpdatedAt : null}
        text="Errore caricamento dispositivi"
        closeLabel="Chiudi"
      />
      <DevicesOf {...rest} ownerName={owner?.username ?? NO_OWNER} devices={owned} />
    </>
  );
}

type DevicesOfProps = Omit<OwnedDevicesTableProps, 'owner'> & {
  ownerName: string;
  devices: readonly ManagedDevice[];
};

function DevicesOf({ ownerName, devices, users, actionsOf, onNotice }: DevicesOfProps) {
  const [editing, setEditing] = useState<{ id: number; place: number } | null>(null);
  const [query, setQuery] = useState('');
  const searchable = devices.length > SEARCH_ABOVE;
  // The edited device stays visible under any new name.
  const found = searchable ? devicesMatching(devices, query, editing?.id) : devices;
  const [sorting, setSorting] = useState<Sorting>(null);
  const sorted = sortedRows(found, COLUMNS, sorting);
  const order = { columns: COLUMNS, sorting, onSort: setSorting };
  const { shown, hiddenCount, showMore } = useFirstRows(keptInPlace(sorted, editing));

  return (
    <Panel padded={false}>
      {searchable && (
        <ListTools file={`dispositivi-di-${ownerName}`} rows={sorted} {...order}>
          <SearchInput label="Cerca dispositivo per nome o topic" value={query} onChange={setQuery} />
        </ListTools>
      )}
      <Table
        tight
        className={styles.devices}
        caption={`Dispositivi di ${ownerName}`}
        heading={
          <>
            Dispositivi di <bdi>{ownerName}</bdi>
          </>
        }
      >
        <thead>
          <tr>
            <SortHeads {...order} />
            <HiddenHeader>Azioni</HiddenHeader>
          </tr>
        </thead>
        <tbody>
          {shown.map((device, place) => (
            <OwnedDeviceRow
              key={device.id}
              device={device}
              users={users}
              editing={device.id === editing?.id}
              onEditing={(open) => setEditing(open ? { id: device.id, place } : null)}
              actions={actionsOf(device)}
              onNotice={onNotice}
            />
          ))}
        </tbody>
      </Table>
      {devices.length === 0 && <EmptyText>Nessun dispositivo.</EmptyText>}
      {devices.length > 0 && found.length === 0 && <EmptyText>Nessun dispositivo trovato.</EmptyText>}
      {hiddenCount > 0 && (
        <PaddedPart>
          <Button variant="link" onClick={showMore}>
            Mostra altri dispositivi ({hiddenCount})
          </Button>
        </PaddedPart>
      )}
    </Panel>
  );
}

/**
 * The devices, with the edited one in the place that it had when its editing began: a new name must not move the row
 * and its focus away.
 */
function keptInPlace(devices: readonly ManagedDevice[], editing: { id: number; place: number } | null) {
  const edited = devices.find(({ id }) => id === editing?.id);
  if (edited === undefined || editing === null) return devices;
  return devices.filter((device) => device !== edited).toSpliced(editing.place, 0, edited);
}
