import { useMemo, useState } from 'react';
import { EmptyText } from '../../ui/empty-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PaddedPart, Panel } from '../../ui/panel.tsx';
import { ReadingAlert } from '../../ui/reading-alert.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { devicesMatching } from '../management/managed-devices.queries.ts';
import { DeviceMetricsBanner } from './metrics-banner.tsx';
import { DeviceMetricsTable } from './metrics-table.tsx';
import { failingLabels, type MeasuredDevice, metricsRows } from './rows-by-owner.ts';
import { useDeviceMetrics } from './use-device-metrics.ts';

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
  const rows = useMemo(() => metricsRows(devicesMatching(devices, query)), [devices, query]);
  return (
    <Panel padded={false}>
      <PaddedPart>
        <SearchInput label="Cerca dispositivo per nome o topic" value={query} onChange={setQuery} />
      </PaddedPart>
      <DeviceMetricsTable rows={rows} linkUp={linkUp} />
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
