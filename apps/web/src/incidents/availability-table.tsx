import { formatDuration } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { useMutation } from '@tanstack/react-query';
import { formatMonth } from '../platform/date-format.ts';
import { saveFile } from '../platform/save-file.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { PaddedPart } from '../ui/panel.tsx';
import { Table } from '../ui/table.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { readAvailabilityCsv, useAvailability } from './alarms.queries.ts';

/** This month in Rome: `2026-11`. */
export function thisMonth(): string {
  return new Date(serverNow()).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 7);
}

/** For how long of a month each device was without an error; to print, or as a file. */
export function AvailabilityTable({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const { data, isPending, isLoadingError, refetch } = useAvailability(month);
  const saving = useMutation({
    mutationFn: () => readAvailabilityCsv(month),
    onSuccess: (file) => saveFile(`disponibilita-${month}.csv`, file),
  });
  return (
    <>
      <div className={styles.availability}>
        <TextInput
          label="Mese"
          type="month"
          value={month}
          max={thisMonth()}
          onChange={(event) => event.target.value !== '' && onMonth(event.target.value)}
        />
        <Button variant="outline" aria-disabled={saving.isPending} onClick={() => saving.mutate()}>
          <Icon name="download" small /> CSV
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          Stampa
        </Button>
      </div>
      {isPending && <Loading label="Lettura della disponibilità" />}
      {isLoadingError && (
        <FailedRead
          sentence="La disponibilità non è stata letta."
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      )}
      {saving.isError && <PaddedPart role="alert">Il file CSV non è stato scaricato.</PaddedPart>}
      {data?.devices.length === 0 && <EmptyText>Nessun dispositivo.</EmptyText>}
      {data && data.devices.length > 0 && (
        <Table caption={`Disponibilità di ${formatMonth(month)}`}>
          <thead>
            <tr>
              <th scope="col">Dispositivo</th>
              <th scope="col" data-cell="number">
                Disponibilità
              </th>
              <th scope="col" data-cell="number">
                In errore
              </th>
              <th scope="col" data-cell="number">
                Errori
              </th>
            </tr>
          </thead>
          <tbody>
            {data.devices.map(({ id, name, percent, down_seconds: down, errors }) => (
              <tr key={id}>
                <td>
                  <UserText>{name}</UserText>
                </td>
                <td data-l="Disponibilità" data-cell="number">
                  {percent === null ? 'mai sentito' : `${percent.toLocaleString(LOCALE)} %`}
                </td>
                <td data-l="In errore" data-cell="number">
                  {down === 0 || percent === null ? '–' : formatDuration(down * 1000)}
                </td>
                <td data-l="Errori" data-cell="number">
                  {errors}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
