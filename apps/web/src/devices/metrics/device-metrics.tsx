import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { type Sorting, sortedRows } from '../../lists/columns.ts';
import { ListTools } from '../../lists/list-tools.tsx';
import { EmptyText } from '../../ui/empty-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadingAlert } from '../../ui/reading-alert.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { devicesMatching, managedDevicesQuery } from '../management/managed-devices.queries.ts';
import { DeviceMetricsBanner } from './metrics-banner.tsx';
import { metricsColumns, OWNER_COLUMN } from './metrics-columns.ts';
import { DeviceMetricsTable } from './metrics-table.tsx';
import { createWithLiveState, failingLabels, type MeasuredDevice, metricsRows } from './rows-by-owner.ts';

/** How often the metrics are read again; live events carry states only. */
const METRICS_REFRESH_MS = 30_000;

/** Every device with its state and metrics. With `linkUp` false the states are only the last known ones. */
export function DeviceMetrics({ linkUp }: { linkUp: boolean }) {
  const { devices, failedAt } = useDeviceMetrics();
  return (
    <>
      <ReadingAlert failedAt={failedAt} text="Errore caricamento dispositivi" closeLabel="Chiudi" />
      {devices === undefined && failedAt === null && <Loading label="Caricamento dispositivi" blocks={8} />}
      {devices !== undefined && devices.length > 0 && failedAt === null && (
        <DeviceMetricsBanner failing={failingLabels(devices)} />
      )}
      {devices !== undefined && <SearchedDevices devices={devices} linkUp={linkUp} />}
    </>
  );
}

function SearchedDevices({ devices, linkUp }: { devices: readonly MeasuredDevice[]; linkUp: boolean }) {
  const [query, setQuery] = useState('');
  const [sorting, setSorting] = useState<Sorting>(null);
  const columns = useMemo(() => metricsColumns(linkUp), [linkUp]);
  const rows = useMemo(() => {
    const sorted = sortedRows(devicesMatching(devices, query), columns, sorting);
    return metricsRows(sorted, sorting !== null);
  }, [devices, query, columns, sorting]);
  const order = { sorting, onSort: setSorting };
  return (
    <Panel padded={false}>
      <ListTools
        file="dispositivi"
        rows={rows.flatMap((row) => ('device' in row ? [row.device] : []))}
        columns={[OWNER_COLUMN, ...columns]}
        {...order}
      >
        <SearchInput label="Cerca dispositivo per nome o topic" value={query} onChange={setQuery} />
      </ListTools>
      <DeviceMetricsTable rows={rows} columns={columns} {...order} linkUp={linkUp} />
      {rows.length === 0 && (
        <EmptyText>
          {devices.length > 0
            ? 'Nessun dispositivo trovato.'
            : 'Nessun dispositivo registrato. Creane uno, o importa l’elenco, con i pulsanti qui sopra.'}
        </EmptyText>
      )}
    </Panel>
  );
}

/**
 * All devices with metrics and live state, sorted by name; undefined until they are read. `failedAt` is when the last
 * reading failed (epoch ms), otherwise null.
 */
function useDeviceMetrics() {
  const list = useQuery({ ...managedDevicesQuery, refetchInterval: METRICS_REFRESH_MS });
  const statuses = useDeferredValue(useQuery(deviceStatusesQuery).data);
  const [withLiveState] = useState(createWithLiveState);
  const devices = useMemo(
    () => list.data?.map((device) => withLiveState(device, statuses && findDevice(statuses, device.topic))),
    [list.data, statuses, withLiveState],
  );
  return { devices, failedAt: list.isError ? list.errorUpdatedAt : null };
}
