import { durationInWords } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../platform/save-file.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { readAvailabilityCsv, useAvailability } from './alarms.queries.ts';

/** This month in Rome: `2026-11`. */
export function thisMonth(): string {
  return new Date(serverNow()).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 7);
}

/** For how long of a month each device was without an error; to print, or as a file. */
export function AvailabilityTable({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const { data, isError } = useAvailability(month);
  const saving = useMutation({
    mutationFn: () => readAvailabilityCsv(month),
    onSuccess: (file) => saveFile(`disponibilita-${month}.csv`, file),
  });
  return (
    <>
      <div className={styles.availability}>
        <label>
          Mese{' '}
          <input
            type="month"
            value={month}
            max={thisMonth()}
            onChange={(event) => event.target.value !== '' && onMonth(event.target.value)}
          />
        </label>
        <Button variant="outline" aria-disabled={saving.isPending} onClick={() => saving.mutate()}>
          <Icon name="download" small /> CSV
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          Stampa
        </Button>
      </div>
      {(isError || saving.isError) && <p role="alert">La disponibilità non è stata letta.</p>}
      {data && (
        <Table caption={`Disponibilità di ${month}`}>
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
                  {percent.toLocaleString(LOCALE)} %
                </td>
                <td data-l="In errore" data-cell="number">
                  {down === 0 ? '–' : durationInWords(down * 1000)}
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
